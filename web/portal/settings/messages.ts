import { portalSettings } from '#messages/portal/settings.ts'
import { messages } from '#web/language.ts'

/** The messages of a customer's own record and payment methods. */
export const t = messages(portalSettings)
