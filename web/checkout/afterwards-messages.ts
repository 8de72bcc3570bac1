import { checkoutAfterwards } from '#locales/en/checkout-afterwards.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says a sentence of what follows the form. */
export const tell = speaker(language, checkoutAfterwards)
