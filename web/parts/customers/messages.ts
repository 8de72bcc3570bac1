import { customers } from '#messages/selling/customers.ts'
import { messages } from '#web/language.ts'

/** The messages of customers. */
export const t = messages(customers)
