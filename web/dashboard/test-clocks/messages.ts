import { testClock } from '#messages/organizations/test-clock.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the test clock. */
export const t = messages(testClock)
