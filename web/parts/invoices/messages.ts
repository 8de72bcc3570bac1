import { invoices } from '#messages/invoices/invoices.ts'
import { messages } from '#web/language.ts'

/** The messages of invoices and credit notes. */
export const t = messages(invoices)
