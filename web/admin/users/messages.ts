import { adminUsers } from '#messages/admin/users.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the user pages. */
export const t = messages(adminUsers)
