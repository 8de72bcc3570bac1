import { checkout } from '#locales/en/checkout.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says a sentence of the buyer's pages. */
export const say = speaker(language, checkout)
