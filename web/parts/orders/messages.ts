import { orders } from '#messages/selling/orders.ts'
import { messages } from '#web/language.ts'

/** The messages of orders. */
export const t = messages(orders)
