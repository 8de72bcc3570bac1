import { z } from 'zod'
import { faultOfPermissions, isRoleName, type Permissions } from '#kernel/access.ts'
import type { ListedRole } from './model.ts'

const organizationId = z.string().optional()

const permissionsInput = z
  .record(
    z.string(),
    // Without duplicates: permissions are read with every membership, so their size must stay bounded.
    z.array(z.string()).overwrite((actions) => [...new Set(actions)]),
  )
  .superRefine((value, context) => {
    const fault = faultOfPermissions(value)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: `This ${fault}` })
  })
  .meta({ description: 'Resource to actions; docs/reference/roles.md lists them.' })

/** A custom role to create. */
export const createRoleBody = z.object({
  name: z.string().refine(isRoleName, 'May hold lower-case letters, digits, - and _, at most 40, and is none that is built in'),
  permissions: permissionsInput,
  organizationId,
})

/** A custom role and its new permissions. */
export const updateRoleBody = z.object({ name: z.string(), permissions: permissionsInput, organizationId })

/** The custom role to delete. */
export const deleteRoleBody = z.object({ name: z.string(), organizationId })

/** A role of an organization. */
export const role = z
  .object({
    name: z.string(),
    permissions: z.record(z.string(), z.array(z.string())),
    source: z
      .enum(['built-in', 'settings', 'organization'])
      .meta({ description: 'The origin of the role; only those of the organization can be changed.' }),
    members: z.int().meta({ description: 'Number of members with the role, alone or among others.' }),
  })
  .meta({ id: 'OrganizationRole' })

/** A created or updated custom role. */
export const customRole = role.omit({ source: true, members: true }).meta({ id: 'CustomRole' })

/** A custom role. */
export function toCustomRoleWire({ name, permissions }: Pick<ListedRole, 'name' | 'permissions'>): z.output<typeof customRole> {
  return { name, permissions: copyPermissions(permissions) }
}

/** The role with its origin and number of members. */
export function toRoleWire(from: ListedRole): z.output<typeof role> {
  return { ...toCustomRoleWire(from), source: from.source, members: from.members }
}

function copyPermissions(permissions: Permissions): Record<string, string[]> {
  return Object.fromEntries(Object.entries(permissions).map(([resource, actions]) => [resource, [...actions]]))
}
