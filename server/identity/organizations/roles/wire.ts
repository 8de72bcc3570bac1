import { z } from 'zod'
import { faultOfPermissions, isRoleName, type Permissions } from '#kernel/access.ts'
import type { ListedRole } from './model.ts'

const organizationId = z.string().optional()

const permissionsInput = z
  .record(
    z.string(),
    // Each once: what a role permits is read with every look at a membership, and must not grow beyond what there is.
    z.array(z.string()).overwrite((actions) => [...new Set(actions)]),
  )
  .superRefine((value, context) => {
    const fault = faultOfPermissions(value)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: `This ${fault}` })
  })
  .meta({ description: 'Resource to actions; docs/reference/roles.md tells what there is.' })

/** What makes a role. */
export const createRoleBody = z.object({
  name: z.string().refine(isRoleName, 'May hold lower-case letters, digits, - and _, at most 40, and is none that is built in'),
  permissions: permissionsInput,
  organizationId,
})

/** Which role is to permit what. */
export const updateRoleBody = z.object({ name: z.string(), permissions: permissionsInput, organizationId })

/** Which role is deleted. */
export const deleteRoleBody = z.object({ name: z.string(), organizationId })

/** A role of an organization. */
export const role = z
  .object({
    name: z.string(),
    permissions: z.record(z.string(), z.array(z.string())),
    source: z.enum(['built-in', 'settings', 'organization']).meta({ description: 'Where it comes from; only its own can be changed.' }),
    members: z.int().meta({ description: 'How many members have it, alone or among others.' }),
  })
  .meta({ id: 'OrganizationRole' })

/** A role that was made or changed. */
export const madeRole = role.omit({ source: true, members: true }).meta({ id: 'MadeOrganizationRole' })

/** The role as it is told. */
export function toMadeRoleWire({ name, permissions }: Pick<ListedRole, 'name' | 'permissions'>): z.output<typeof madeRole> {
  return { name, permissions: listed(permissions) }
}

/** The role with where it comes from and who has it. */
export function toRoleWire(from: ListedRole): z.output<typeof role> {
  return { ...toMadeRoleWire(from), source: from.source, members: from.members }
}

function listed(permissions: Permissions): Record<string, string[]> {
  return Object.fromEntries(Object.entries(permissions).map(([resource, actions]) => [resource, [...actions]]))
}
