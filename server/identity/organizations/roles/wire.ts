import { z } from 'zod'
import { findPermissionFault, isRoleName, type Permissions } from '#contract/access.ts'
import { id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import type { CustomRole, ListedRole } from './model.ts'

const organizationId = z.string().optional()

const permissionsInput = z
  .record(
    z.string(),
    // Without duplicates: permissions are read with every membership, so their size must stay bounded.
    z.array(z.string()).overwrite((actions) => [...new Set(actions)]),
  )
  .superRefine((value, context) => {
    const fault = findPermissionFault(value)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: `This ${fault}` })
  })
  .meta({ description: 'Resource to actions; docs/reference/roles.md lists them.' })

const NAME_OR_ROLE = 'Give either name or role'
const PERMISSIONS_OR_PERMISSION = 'Give either permissions or permission'
const NAME_OF_ROLE = 'Give one of name, roleName and roleId'
const isOne = (...values: readonly unknown[]) => values.filter((value) => value !== undefined).length === 1

const newName = z.string().refine(isRoleName, 'May hold lower-case letters, digits, - and _, at most 40, and is none that is built in')
/** The newer published client writes names as they were typed. */
const newRoleName = z
  .string()
  .overwrite((typed) => typed.toLowerCase())
  .refine(isRoleName, 'May hold letters, digits, - and _, at most 40, and is none that is built in')

/** A custom role to create: its name and permissions, under either pair of names. */
export const createRoleBody = z
  .object({
    name: newName.optional(),
    role: newRoleName.optional().meta({ description: 'The same as `name`, in any case.' }),
    permissions: permissionsInput.optional(),
    permission: permissionsInput.optional().meta({ description: 'The same as `permissions`.' }),
    organizationId,
  })
  .refine(({ name, role: named }) => isOne(name, named), { path: ['name'], message: NAME_OR_ROLE })
  .refine(({ permissions, permission }) => isOne(permissions, permission), { path: ['permissions'], message: PERMISSIONS_OR_PERMISSION })

const namedRole = {
  name: z.string().optional(),
  roleName: z.string().optional().meta({ description: 'The same as `name`.' }),
  roleId: z.string().optional().meta({ description: 'The `id` of list-roles: the name of the role.' }),
  organizationId,
}

const roleChange = z.object({ roleName: newRoleName.optional(), permission: permissionsInput.optional() })

/** A custom role, and its new permissions or what `data` changes. */
export const updateRoleBody = z
  .object({
    ...namedRole,
    permissions: permissionsInput.optional(),
    data: roleChange.optional().meta({ description: 'The new name, the new permissions, or both; the name of a role in use is fixed.' }),
  })
  .refine(({ name, roleName, roleId }) => isOne(name, roleName, roleId), { path: ['name'], message: NAME_OF_ROLE })
  .refine(({ permissions, data }) => isOne(permissions, data), { path: ['permissions'], message: 'Give either permissions or data' })

/** The custom role to delete. */
export const deleteRoleBody = z
  .object(namedRole)
  .refine(({ name, roleName, roleId }) => isOne(name, roleName, roleId), { path: ['name'], message: NAME_OF_ROLE })

/** The role to read. */
export const getRoleQuery = z
  .object(namedRole)
  .refine(({ name, roleName, roleId }) => isOne(name, roleName, roleId), { path: ['roleName'], message: NAME_OF_ROLE })

/** The name that a body or query gives a role by. */
export function nameOf({ name, roleName, roleId }: z.output<typeof deleteRoleBody>): string {
  return name ?? roleName ?? roleId ?? ''
}

const permissionsWire = z.record(z.string(), z.array(z.string()))

/** A role by the names of the newer published client. Its id is its name. */
const roleRecord = z
  .object({
    id: z.string(),
    organizationId: id,
    role: z.string(),
    permission: permissionsWire,
    createdAt: timestamp,
    updatedAt: timestamp.nullable(),
  })
  .meta({ id: 'RoleRecord', description: 'A role by the names of the newer published client; its id is its name.' })

/** A role of an organization. */
export const role = roleRecord
  .extend({
    name: z.string(),
    permissions: permissionsWire,
    source: z
      .enum(['built-in', 'settings', 'organization'])
      .meta({ description: 'The origin of the role; only those of the organization can be changed.' }),
    members: z.int().meta({ description: 'Number of members with the role, alone or among others.' }),
    createdAt: timestamp.meta({ description: 'For a role that is not custom: when the organization was created.' }),
  })
  .meta({ id: 'OrganizationRole', description: 'A role of an organization.' })

/** A created, updated or deleted custom role. */
export const customRole = z
  .object({
    name: z.string(),
    permissions: permissionsWire,
    success: z.literal(true),
    roleData: roleRecord,
    statements: permissionsWire.meta({ description: 'The same as `permissions`.' }),
  })
  .meta({ id: 'CustomRole' })

/** A custom role. */
export function toCustomRoleWire(from: CustomRole): z.output<typeof customRole> {
  const permissions = copyPermissions(from.permissions)
  return { name: from.name, permissions, success: true, roleData: toRoleRecord(from), statements: permissions }
}

/** The role with its origin and number of members. */
export function toRoleWire(from: ListedRole): z.output<typeof role> {
  const { name, source, members } = from
  return { ...toRoleRecord(from), name, permissions: copyPermissions(from.permissions), source, members }
}

function toRoleRecord({ organizationId: of, name, permissions, createdAt, updatedAt }: CustomRole): z.output<typeof roleRecord> {
  const times = { createdAt: toTimestamp(createdAt), updatedAt: toTimestamp(updatedAt) }
  return { id: name, organizationId: of, role: name, permission: copyPermissions(permissions), ...times }
}

function copyPermissions(permissions: Permissions): Record<string, string[]> {
  return Object.fromEntries(Object.entries(permissions).map(([resource, actions]) => [resource, [...actions]]))
}
