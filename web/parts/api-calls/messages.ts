import { apiCalls } from '#messages/api-calls.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the log of API calls. */
export const t = messages(apiCalls)
