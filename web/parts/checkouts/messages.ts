import { checkouts } from '#messages/selling/checkouts.ts'
import { messages } from '#web/language.ts'

/** The messages of checkouts. */
export const t = messages(checkouts)
