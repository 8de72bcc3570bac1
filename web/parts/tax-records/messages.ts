import { taxRecords } from '#messages/invoices/tax-records.ts'
import { messages } from '#web/language.ts'

/** The messages of tax records. */
export const t = messages(taxRecords)
