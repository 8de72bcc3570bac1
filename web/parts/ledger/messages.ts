import { ledger } from '#messages/selling/ledger.ts'
import { messages } from '#web/language.ts'

/** The messages of the ledger. */
export const t = messages(ledger)
