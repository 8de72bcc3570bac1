import { auth } from '#locales/en/auth.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of the sign-in pages, and those that every public page may need. */
export const t = speaker(language, auth)
