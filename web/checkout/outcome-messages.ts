import { checkoutOutcome } from '#messages/selling/checkout-outcome.ts'
import { messages } from '#web/language.ts'

/** The messages of the pages after the form. */
export const tOutcome = messages(checkoutOutcome)
