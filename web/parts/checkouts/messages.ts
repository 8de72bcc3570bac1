import { checkouts } from '#locales/en/checkouts.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of checkouts. */
export const t = translator(language, checkouts)
