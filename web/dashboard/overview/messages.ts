import { overview } from '#messages/overview.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the overview. */
export const t = messages(overview)
