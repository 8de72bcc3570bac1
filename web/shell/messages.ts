import { dashboard } from '#messages/dashboard.ts'
import { messages } from '#web/language.ts'

/** The messages of the dashboard and its frame. */
export const t = messages(dashboard)
