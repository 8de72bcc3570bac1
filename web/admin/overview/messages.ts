import { adminHealth } from '#locales/en/admin/health.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says how the platform is doing. */
export const t = speaker(language, adminHealth)
