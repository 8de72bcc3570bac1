import { usageAlerts } from '#messages/usage/alerts.ts'
import { messages } from '#web/language.ts'

/** The messages of alerts about usage. */
export const t = messages(usageAlerts)
