import { rolesOf } from '#contract/access.ts'
import { organizationRoles } from '#messages/organizations/organization-roles.ts'
import { language, messages } from '#web/language.ts'

/** The messages for the names of roles and their permissions. */
export const roleMessages = messages(organizationRoles)

const list = new Intl.ListFormat(language, { type: 'conjunction' })

/** The display name of a role: translated for a built-in one, otherwise its own name. */
export const roleName = (name: string): string => roleMessages.find(`names.${name}`) ?? name

/** The display names of a comma-separated list of roles. */
export const rolesText = (text: string): string => list.format(rolesOf(text).map(roleName))
