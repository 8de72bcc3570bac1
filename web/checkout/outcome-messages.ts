import { checkoutOutcome } from '#locales/en/checkout-outcome.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of the pages after the form. */
export const tOutcome = translator(language, checkoutOutcome)
