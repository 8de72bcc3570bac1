import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { findLockedMembership, type MembershipKey } from '../../members/reads.ts'
import type { Membership } from '../../model.ts'
import { organizationRefusals } from '../../refusals.ts'
import type { CustomRole } from '../model.ts'
import { type RoleChange, refuseDeletion, refuseNewRole, updateRole } from '../rules.ts'
import { deleteRole, insertRole, isRoleInUse, listCustomRoles, saveRole } from '../store.ts'

/** The acting user, the organization, and the role with its permissions. */
export type CustomRoleInput = MembershipKey & Pick<CustomRole, 'name' | 'permissions'>

/** Creates a custom role of an organization. */
export async function createCustomRole(tx: Tx, by: AuditContext, input: CustomRoleInput): Promise<CustomRole> {
  const { actor, organizationId } = await actorOf(tx, by, input)
  const { name, permissions } = input
  const customRoles = await listCustomRoles(tx, organizationId)
  refuseNewRole(actor, input, { customRoles, limit: by.platform.settings.ROLE_LIMIT })
  const role: CustomRole = { organizationId, name, permissions, createdAt: by.now, updatedAt: null }
  await insertRole(tx, role)
  await auditRole(tx, by, { action: 'role.created', role })
  return role
}

/** The acting user, the organization, the role by its name so far, and what changes of it. */
export type UpdateCustomRoleInput = MembershipKey & Pick<CustomRole, 'name'> & { readonly change: Pick<RoleChange, 'name' | 'permissions'> }

/** Updates the name and permissions of a custom role; takes effect for all members with the role. A role in use keeps its name. */
export async function updateCustomRole(tx: Tx, by: AuditContext, input: UpdateCustomRoleInput): Promise<CustomRole> {
  const { actor, organizationId } = await actorOf(tx, by, input)
  const customRoles = await listCustomRoles(tx, organizationId)
  const present = customRoles.find((role) => role.name === input.name)
  const isRenamed = input.change.name !== undefined && input.change.name !== input.name
  const isInUse = isRenamed && (await isRoleInUse(tx, { organizationId, name: input.name }, by.now))
  const role = updateRole(actor, present, { ...input.change, isInUse, customRoles, now: by.now })
  if (role === present) return role
  await saveRole(tx, input.name, role)
  await auditRole(tx, by, { action: 'role.updated', role, ...(role.name !== input.name && { previousName: input.name }) })
  return role
}

/** Deletes a custom role that is not in use. */
export async function deleteCustomRole(tx: Tx, by: AuditContext, input: Omit<CustomRoleInput, 'permissions'>): Promise<CustomRole> {
  const { actor, organizationId } = await actorOf(tx, by, input)
  const { name } = input
  const isInUse = await isRoleInUse(tx, { organizationId, name }, by.now)
  const role = refuseDeletion(actor, await findRole(tx, { organizationId, name }), isInUse)
  await deleteRole(tx, role)
  await auditRole(tx, by, { action: 'role.deleted', role })
  return role
}

async function actorOf(tx: Tx, { platform }: AuditContext, key: MembershipKey): Promise<{ actor: Membership; organizationId: string }> {
  const actor = (await findLockedMembership(tx, platform, key)) ?? refuse(organizationRefusals.notAMember)
  return { actor, organizationId: actor.organization.id }
}

async function findRole(tx: Tx, { organizationId, name }: Pick<CustomRole, 'organizationId' | 'name'>): Promise<CustomRole | undefined> {
  return (await listCustomRoles(tx, organizationId)).find((role) => role.name === name)
}

async function auditRole(
  tx: Tx,
  by: AuditContext,
  { action, role, previousName }: { readonly action: string; readonly role: CustomRole; readonly previousName?: string },
): Promise<void> {
  const { organizationId, name, permissions } = role
  const target = { type: 'role', id: name }
  const details = { permissions: JSON.stringify(permissions), ...(previousName !== undefined && { previousName }) }
  await recordAudit(tx, by, { action, organizationId, target, details })
}
