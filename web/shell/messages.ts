import { dashboard } from '#locales/en/dashboard.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of the dashboard and its frame. */
export const t = speaker(language, dashboard)
