import { webhooks } from '#messages/webhooks.ts'
import { messages } from '#web/language.ts'

/** The messages of webhooks. */
export const t = messages(webhooks)
