import { auth } from '#messages/auth.ts'
import { messages } from '#web/language.ts'

/** The messages of the sign-in pages, and those that every public page may need. */
export const t = messages(auth)
