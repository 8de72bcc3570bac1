import { orders } from '#locales/en/orders.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of orders. */
export const t = translator(language, orders)
