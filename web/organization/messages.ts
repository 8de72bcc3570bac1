import { organizationSettings } from '#messages/organizations/organization-settings.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the organization settings. */
export const t = messages(organizationSettings)
