import { customerChanges } from '#messages/selling/customer-changes.ts'
import { messages } from '#web/language.ts'

/** The messages of the form of a customer, and of the dialog that deletes one. */
export const t = messages(customerChanges)
