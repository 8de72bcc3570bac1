import { checkoutLinks } from '#messages/selling/checkout-links.ts'
import { messages } from '#web/language.ts'

/** The messages of checkout links. */
export const t = messages(checkoutLinks)
