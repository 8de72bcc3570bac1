import { adminAudit } from '#messages/admin/audit.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the platform audit log. */
export const t = messages(adminAudit)
