import { benefits } from '#messages/selling/benefits.ts'
import { messages } from '#web/language.ts'

/** The messages of benefits. */
export const t = messages(benefits)
