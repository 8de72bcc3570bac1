import type { OrganizationRole, Permissions } from '#client/index.ts'
import { rolesOf } from '#web/parts/organizations/roles.ts'

const owner = 'owner'
/** Whoever may bring people in may give it. */
const least = 'member'

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

/** Everything that the comma-joined roles permit, taken together. */
export function heldBy(text: string, roles: Roles): Permissions {
  const all: Record<string, readonly string[]> = {}
  for (const name of rolesOf(text)) {
    for (const [resource, actions] of Object.entries(permissionsOf(name, roles)))
      all[resource] = [...new Set([...(all[resource] ?? []), ...actions])]
  }
  return all
}

/** Whether everything of `wanted` is in `held`. */
export const covers = (held: Permissions, wanted: Permissions): boolean =>
  Object.entries(wanted).every(([resource, actions]) => actions.every((action) => held[resource]?.includes(action)))

/** Whether somebody with these comma-joined roles may give that role, or take it away. */
export function mayGive(text: string, role: string, roles: Roles): boolean {
  if (holds(text, owner) || role === least || holds(text, role)) return true
  return role !== owner && covers(heldBy(text, roles), permissionsOf(role, roles))
}

/** The permissions without resources that permit nothing, so that equal ones look equal. */
export const trimmed = (permissions: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(permissions)
      .filter(([, actions]) => actions.length > 0)
      .map(([resource, actions]) => [resource, [...actions]]),
  )

/** The permissions with an action added or taken away. */
export function toggled(permissions: Permissions, resource: string, action: string): Permissions {
  const actions = permissions[resource] ?? []
  return trimmed({
    ...permissions,
    [resource]: actions.includes(action) ? actions.filter((other) => other !== action) : [...actions, action],
  })
}

/** Whether two say the same, in whatever order. */
export const isSame = (a: Permissions, b: Permissions): boolean => covers(a, b) && covers(b, a)

/** What can be permitted inside an organization, besides selling, in the order in which it is told. */
const inside = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  role: ['create', 'update', 'delete'],
  auditLog: ['read'],
} as const

export type InsideResource = keyof typeof inside

export const insideResources = Object.keys(inside) as InsideResource[]

export const actionsOf = (resource: InsideResource): readonly string[] => inside[resource]

const shape = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** Whether a role may have this name, as the server asks; whether it is taken is another question. */
export const isRoleName = (text: string): boolean => shape.test(text)
