import { meters } from '#messages/usage/meters.ts'
import { messages } from '#web/language.ts'

/** The messages of meters. */
export const t = messages(meters)
