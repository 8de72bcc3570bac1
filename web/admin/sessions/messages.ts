import { adminSessions } from '#locales/en/admin/sessions.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences about everybody's sessions. */
export const t = speaker(language, adminSessions)
