import { checkout } from '#locales/en/checkout.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of the checkout form. */
export const t = translator(language, checkout)
