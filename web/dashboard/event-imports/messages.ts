import { eventImports } from '#messages/usage/event-imports.ts'
import { messages } from '#web/language.ts'

/** The messages of imports of events. */
export const t = messages(eventImports)
