import { organization } from '#messages/organization.ts'
import { messages } from '#web/language.ts'

/** The messages of organizations. */
export const t = messages(organization)
