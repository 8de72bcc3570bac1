import { notFound } from '#locales/en/shell/not-found.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages for a path without a page. */
export const tNotFound = translator(language, notFound)
