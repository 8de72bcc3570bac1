import { adminHealth } from '#messages/admin/health.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the health page. */
export const t = messages(adminHealth)
