import { orders } from '#locales/en/orders.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of orders. */
export const t = speaker(language, orders)
