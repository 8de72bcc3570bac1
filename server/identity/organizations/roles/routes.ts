import { z } from 'zod'
import { organizationRoles } from '#contract/access.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Database } from '#platform/database/database.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { resolveOrganizationId } from '../active-organization.ts'
import { organizationRefusals as refusals } from '../refusals.ts'
import { createCustomRole, deleteCustomRole, updateCustomRole } from './actions/update-custom-roles.ts'
import type { ListedRole } from './model.ts'
import { listRoles } from './rules.ts'
import { findRoleUsage } from './store.ts'
import * as wire from './wire.ts'

const common = [refusals.noActive, refusals.notAMember, refusals.notAllowedToManageRoles]

const create = route({
  method: 'POST',
  path: '/api/auth/organization/create-role',
  name: 'organization:create-role',
  summary: 'Creates a custom role of an organization.',
  access: 'session',
  impersonation: 'refused',
  limit: 'ROLE_LIMIT',
  addition: true,
  body: wire.createRoleBody,
  answer: wire.customRole,
  refusals: [...common, refusals.notAllowedToGrant, refusals.roleNameTaken, refusals.roleLimit],
  handle: async (call) => {
    const { name, role, permissions, permission, organizationId: named } = call.body
    const organizationId = resolveOrganizationId(named, call.caller.session, refusals.noActive)
    const created = { name: name ?? role ?? '', permissions: permissions ?? permission ?? {} }
    return wire.toCustomRoleWire(await createCustomRole(call.tx, call, { organizationId, userId: call.caller.user.id, ...created }))
  },
})

const update = route({
  method: 'POST',
  path: '/api/auth/organization/update-role',
  name: 'organization:update-role',
  summary: 'Replaces the permissions of a custom role, or renames one that is not in use.',
  access: 'session',
  impersonation: 'refused',
  addition: true,
  body: wire.updateRoleBody,
  answer: wire.customRole,
  refusals: [...common, refusals.notAllowedToGrant, refusals.roleNotFound, refusals.roleNameTaken, refusals.roleInUse],
  handle: async (call) => {
    const { permissions, data, organizationId: named } = call.body
    const organizationId = resolveOrganizationId(named, call.caller.session, refusals.noActive)
    const change = { name: data?.roleName, permissions: permissions ?? data?.permission }
    const key = { organizationId, userId: call.caller.user.id, name: wire.nameOf(call.body) }
    return wire.toCustomRoleWire(await updateCustomRole(call.tx, call, { ...key, change }))
  },
})

const remove = route({
  method: 'POST',
  path: '/api/auth/organization/delete-role',
  name: 'organization:delete-role',
  summary: 'Deletes a custom role that is not in use.',
  access: 'session',
  impersonation: 'allowed',
  addition: true,
  body: wire.deleteRoleBody,
  answer: wire.customRole,
  refusals: [...common, refusals.roleNotFound, refusals.roleInUse],
  handle: async (call) => {
    const organizationId = resolveOrganizationId(call.body.organizationId, call.caller.session, refusals.noActive)
    const key = { organizationId, userId: call.caller.user.id, name: wire.nameOf(call.body) }
    return wire.toCustomRoleWire(await deleteCustomRole(call.tx, call, key))
  },
})

const list = route({
  method: 'GET',
  path: '/api/auth/organization/list-roles',
  name: 'organization:list-roles',
  summary: 'Lists all roles that members of the organization can have.',
  access: 'session',
  addition: true,
  query: z.object({ organizationId: z.string().optional() }),
  answer: z.array(wire.role),
  refusals: [refusals.noActive, refusals.notAMember],
  handle: async (call) => (await rolesFor(call, call.query.organizationId)).map(wire.toRoleWire),
})

const get = route({
  method: 'GET',
  path: '/api/auth/organization/get-role',
  name: 'organization:get-role',
  summary: 'Returns one role that members of the organization can have.',
  access: 'session',
  addition: true,
  query: wire.getRoleQuery,
  answer: wire.role,
  refusals: [refusals.noActive, refusals.notAMember, refusals.roleNotFound],
  handle: async (call) => {
    const name = wire.nameOf(call.query)
    const found = (await rolesFor(call, call.query.organizationId)).find((role) => role.name === name)
    return wire.toRoleWire(found ?? refuse(refusals.roleNotFound))
  },
})

async function rolesFor(
  { db, platform, caller }: { readonly db: Database; readonly platform: Platform; readonly caller: UserCaller },
  named: string | undefined,
): Promise<ListedRole[]> {
  const organizationId = resolveOrganizationId(named, caller.session, refusals.noActive)
  const usage = (await findRoleUsage(db, { organizationId, userId: caller.user.id })) ?? refuse(refusals.notAMember)
  return listRoles({ builtIn: organizationRoles, configured: platform.settings.ORGANIZATION_ROLES, ...usage })
}

export const routes: readonly Route[] = [create, update, remove, list, get]
