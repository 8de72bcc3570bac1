import { adminSessions } from '#locales/en/admin/sessions.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of the session list. */
export const t = translator(language, adminSessions)
