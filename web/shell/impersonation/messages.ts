import { impersonation } from '#messages/admin/impersonation.ts'
import { messages } from '#web/language.ts'

/** The messages of an impersonation session. */
export const t = messages(impersonation)
