import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Belonging, heldMembershipOf } from '../../members/reads.ts'
import type { Membership } from '../../model.ts'
import { organizationRefusals } from '../../refusals.ts'
import type { MadeRole } from '../model.ts'
import { refuseDeletion, refuseNewRole, updateRole } from '../rules.ts'
import { deleteRole, findRoles, insertRole, isRoleInUse, savePermissions } from '../store.ts'

/** Whose wish it is, in which organization, and which role is meant. */
export type RoleChange = Belonging & Pick<MadeRole, 'name' | 'permissions'>

/** Makes a role in an organization for a member who may. */
export async function createRole(tx: Tx, by: AuditContext, change: RoleChange): Promise<MadeRole> {
  const { actor, organizationId } = await actorOf(tx, by, change)
  const { name, permissions } = change
  refuseNewRole(actor, change, await findRoles(tx, organizationId))
  const role: MadeRole = { organizationId, name, permissions, createdAt: by.now, updatedAt: null }
  await insertRole(tx, role)
  await noteRole(tx, by, { action: 'role.created', role })
  return role
}

/** Changes what a role of the organization's own permits; whoever has it may do so from now on. */
export async function changeRole(tx: Tx, by: AuditContext, change: RoleChange): Promise<MadeRole> {
  const { actor, organizationId } = await actorOf(tx, by, change)
  const { name, permissions } = change
  const role = updateRole(actor, await findRole(tx, { organizationId, name }), { permissions, updatedAt: by.now })
  await savePermissions(tx, role)
  await noteRole(tx, by, { action: 'role.updated', role })
  return role
}

/** Deletes a role of the organization's own that nobody has. */
export async function removeRole(tx: Tx, by: AuditContext, change: Omit<RoleChange, 'permissions'>): Promise<MadeRole> {
  const { actor, organizationId } = await actorOf(tx, by, change)
  const { name } = change
  const isInUse = await isRoleInUse(tx, { organizationId, name }, by.now)
  const role = refuseDeletion(actor, await findRole(tx, { organizationId, name }), isInUse)
  await deleteRole(tx, role)
  await noteRole(tx, by, { action: 'role.deleted', role })
  return role
}

async function actorOf(tx: Tx, { platform }: AuditContext, belonging: Belonging): Promise<{ actor: Membership; organizationId: string }> {
  const actor = (await heldMembershipOf(tx, platform, belonging)) ?? refuse(organizationRefusals.notAMember)
  return { actor, organizationId: actor.organization.id }
}

async function findRole(tx: Tx, { organizationId, name }: Pick<MadeRole, 'organizationId' | 'name'>): Promise<MadeRole | undefined> {
  return (await findRoles(tx, organizationId)).find((role) => role.name === name)
}

async function noteRole(tx: Tx, by: AuditContext, { action, role }: { readonly action: string; readonly role: MadeRole }): Promise<void> {
  const { organizationId, name, permissions } = role
  const target = { type: 'role', id: name }
  await auditBy(tx, by, { action, organizationId, target, details: { permissions: JSON.stringify(permissions) } })
}
