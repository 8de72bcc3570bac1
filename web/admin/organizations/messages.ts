import { adminOrganizations } from '#messages/admin/organizations.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the organization pages. */
export const t = messages(adminOrganizations)
