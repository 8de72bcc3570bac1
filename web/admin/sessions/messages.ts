import { adminSessions } from '#messages/admin/sessions.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the session list. */
export const t = messages(adminSessions)
