import { adminHealth } from '#locales/en/admin/health.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of the health page. */
export const t = translator(language, adminHealth)
