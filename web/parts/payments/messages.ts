import { payments } from '#messages/selling/payments.ts'
import { messages } from '#web/language.ts'

/** The messages of payments. */
export const t = messages(payments)
