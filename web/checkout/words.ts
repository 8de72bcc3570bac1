import { checkout } from '#locales/en/checkout.ts'
import { ui } from '#locales/en/ui.ts'
import { speaker } from '#locales/speaker.ts'
import type { Language } from '../ui/language.tsx'

/** Says a sentence of the buyer's pages. */
export const say = speaker('en', checkout)

const sayUi = speaker('en', ui)

/** The language of the page: the server names it, the browser is not asked. */
export const language: Language = { locale: 'en-GB', say: (key, values) => sayUi.find(key, values) ?? key }
