import { organizationLog } from '#messages/organizations/organization-log.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of an organization's audit log. */
export const t = messages(organizationLog)
