import type { OrganizationRole, Permissions } from '#client/index.ts'
import { organizationResources as allResources, type Roles, rolesOf } from '#contract/access.ts'

/** The permissions of each role by its name, as the rules of `kernel/access.ts` take them. */
export const rolesByName = (roles: readonly Pick<OrganizationRole, 'name' | 'permissions'>[]): Roles =>
  Object.fromEntries(roles.map(({ name, permissions }) => [name, permissions]))

/** The union of the permissions of the comma-joined roles. */
export function combinedPermissions(text: string, roles: Roles): Permissions {
  const all: Record<string, readonly string[]> = {}
  for (const name of rolesOf(text)) {
    const permissions = Object.hasOwn(roles, name) ? roles[name] : {}
    for (const [resource, actions] of Object.entries(permissions ?? {}))
      all[resource] = [...new Set([...(all[resource] ?? []), ...actions])]
  }
  return all
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
export const isSame = (a: Permissions, b: Permissions): boolean => canonical(a) === canonical(b)

const canonical = (permissions: Permissions) =>
  Object.entries(permissions)
    .flatMap(([resource, actions]) => actions.map((action) => `${resource} ${action}`))
    .sort()
    .join()

const { billing: _, ...organizationActions } = allResources

/** A resource inside an organization besides sales. */
export type OrganizationResource = keyof typeof organizationActions

/** The resources inside an organization besides sales, in display order. */
export const organizationResources = Object.keys(organizationActions) as OrganizationResource[]

/** Every action on the resource. */
export const actionsOf = (resource: OrganizationResource): readonly string[] => organizationActions[resource]
