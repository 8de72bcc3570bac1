import { refunds } from '#messages/selling/refunds.ts'
import { messages } from '#web/language.ts'

/** The messages of refunds. */
export const t = messages(refunds)
