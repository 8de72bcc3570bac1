import { checkoutChoices } from '#messages/selling/checkout-choices.ts'
import { messages } from '#web/language.ts'

/** The messages of what a buyer may choose. */
export const tChoice = messages(checkoutChoices)
