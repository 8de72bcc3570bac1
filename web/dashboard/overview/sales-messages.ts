import { sales } from '#messages/sales.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the figures of sales. */
export const t = messages(sales)
