import { impersonation } from '#locales/en/admin/impersonation.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of an impersonation session. */
export const t = translator(language, impersonation)
