import { tokens } from '#messages/tokens.ts'
import { messages } from '#web/language.ts'

/** The messages of API tokens. */
export const t = messages(tokens)
