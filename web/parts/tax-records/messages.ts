import { taxRecords } from '#messages/selling/tax-records.ts'
import { messages } from '#web/language.ts'

/** The messages of tax records. */
export const t = messages(taxRecords)
