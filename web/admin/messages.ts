import { adminFrame } from '#messages/admin/frame.ts'
import { messages } from '#web/language.ts'

/** Translates the messages that all admin pages share. */
export const t = messages(adminFrame)
