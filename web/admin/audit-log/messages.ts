import { adminAudit } from '#locales/en/admin/audit.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of the platform's log. */
export const t = speaker(language, adminAudit)
