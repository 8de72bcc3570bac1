import { adminAudit } from '#locales/en/admin/audit.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of the platform audit log. */
export const t = translator(language, adminAudit)
