import { portalPayments } from '#messages/portal/payments.ts'
import { messages } from '#web/language.ts'

/** The messages of an overdue payment. */
export const t = messages(portalPayments)
