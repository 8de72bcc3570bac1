import { portal } from '#messages/portal/portal.ts'
import { messages } from '#web/language.ts'

/** The messages of every page of the portal. */
export const t = messages(portal)
