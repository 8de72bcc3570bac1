import { adminEmails } from '#messages/admin/emails.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the email pages. */
export const t = messages(adminEmails)
