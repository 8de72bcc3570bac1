import { checkout } from '#messages/selling/checkout.ts'
import { messages } from '#web/language.ts'

/** The messages of the checkout form. */
export const t = messages(checkout)
