import { locale } from '#web/language.ts'

const names = new Intl.DisplayNames(locale, { type: 'language' })

/** The name of a language by its tag: `en` is "English". */
export const languageName = (tag: string): string => names.of(tag) ?? tag
