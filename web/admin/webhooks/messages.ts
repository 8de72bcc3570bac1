import { adminWebhooks } from '#messages/admin/webhooks.ts'
import { messages } from '#web/language.ts'

/** The messages of the operator's webhooks that those of merchants do not have. */
export const t = messages(adminWebhooks)
