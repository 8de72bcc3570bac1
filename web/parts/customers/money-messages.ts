import { customerMoney } from '#messages/selling/customer-money.ts'
import { messages } from '#web/language.ts'

/** The messages of what a customer has saved to pay with, and of their credit. */
export const t = messages(customerMoney)
