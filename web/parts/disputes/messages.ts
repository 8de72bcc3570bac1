import { disputes } from '#messages/selling/disputes.ts'
import { messages } from '#web/language.ts'

/** The messages of disputes. */
export const t = messages(disputes)
