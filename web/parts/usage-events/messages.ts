import { usageEvents } from '#messages/usage/events.ts'
import { messages } from '#web/language.ts'

/** The messages of usage events. */
export const t = messages(usageEvents)
