import { subscriptions } from '#messages/selling/subscriptions.ts'
import { messages } from '#web/language.ts'

/** The messages of subscriptions. */
export const t = messages(subscriptions)
