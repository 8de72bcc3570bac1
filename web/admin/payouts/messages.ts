import { adminPayouts } from '#messages/admin/payouts.ts'
import { messages } from '#web/language.ts'

/** The messages of payouts on the admin pages. */
export const t = messages(adminPayouts)
