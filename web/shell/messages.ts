import { dashboard } from '#locales/en/dashboard.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of the dashboard and its frame. */
export const t = translator(language, dashboard)
