import type { OrganizationRole, Permissions } from '#client/index.ts'
import { rolesOf } from '#web/parts/organizations/roles.ts'

const owner = 'owner'
/** Any member who may invite may assign it. */
const lowestRole = 'member'

type Roles = readonly Pick<OrganizationRole, 'name' | 'permissions'>[]

/** Whether the role is one of a comma-joined list. */
export const holds = (text: string, role: string): boolean => rolesOf(text).includes(role)

const permissionsOf = (name: string, roles: Roles): Permissions => roles.find((role) => role.name === name)?.permissions ?? {}

/** Whether one of the comma-joined roles authorizes the whole request; the server decides by the same rule. */
export function authorizes(text: string, request: Permissions, roles: Roles): boolean {
  return rolesOf(text).some((name) => {
    const may = permissionsOf(name, roles)
    return Object.entries(request).every(([resource, actions]) => actions.every((action) => may[resource]?.includes(action)))
  })
}

/** The union of the permissions of the comma-joined roles. */
export function combinedPermissions(text: string, roles: Roles): Permissions {
  const all: Record<string, readonly string[]> = {}
  for (const name of rolesOf(text)) {
    for (const [resource, actions] of Object.entries(permissionsOf(name, roles)))
      all[resource] = [...new Set([...(all[resource] ?? []), ...actions])]
  }
  return all
}

/** Whether `granted` contains all of `required`. */
export const covers = (granted: Permissions, required: Permissions): boolean =>
  Object.entries(required).every(([resource, actions]) => actions.every((action) => granted[resource]?.includes(action)))

/** Whether a member with these comma-joined roles may assign or remove that role. */
export function mayAssign(text: string, role: string, roles: Roles): boolean {
  if (holds(text, owner) || role === lowestRole || holds(text, role)) return true
  return role !== owner && covers(combinedPermissions(text, roles), permissionsOf(role, roles))
}

/** The permissions without resources that have no actions, so that equal permissions compare equal. */
export const withoutEmpty = (permissions: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(permissions)
      .filter(([, actions]) => actions.length > 0)
      .map(([resource, actions]) => [resource, [...actions]]),
  )

/** The permissions with an action added or removed. */
export function toggle(permissions: Permissions, resource: string, action: string): Permissions {
  const actions = permissions[resource] ?? []
  return withoutEmpty({
    ...permissions,
    [resource]: actions.includes(action) ? actions.filter((other) => other !== action) : [...actions, action],
  })
}

/** Whether two permissions are equal, in any order. */
export const isSame = (a: Permissions, b: Permissions): boolean => covers(a, b) && covers(b, a)

/** The permissions inside an organization besides sales, in display order. */
const organizationActions = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  role: ['create', 'update', 'delete'],
  auditLog: ['read'],
} as const

export type OrganizationResource = keyof typeof organizationActions

export const organizationResources = Object.keys(organizationActions) as OrganizationResource[]

export const actionsOf = (resource: OrganizationResource): readonly string[] => organizationActions[resource]

const namePattern = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** Whether the server accepts this role name; whether it is taken is checked separately. */
export const isRoleName = (text: string): boolean => namePattern.test(text)
