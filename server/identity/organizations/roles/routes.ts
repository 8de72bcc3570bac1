import { z } from 'zod'
import { organizationRoles } from '#kernel/access.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { resolveOrganizationId } from '../active-organization.ts'
import { organizationRefusals as refusals } from '../refusals.ts'
import { createCustomRole, deleteCustomRole, updateCustomRole } from './actions/update-custom-roles.ts'
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
    const { name, permissions, organizationId: named } = call.body
    const organizationId = resolveOrganizationId(named, call.caller.session, refusals.noActive)
    return wire.toCustomRoleWire(await createCustomRole(call.tx, call, { organizationId, userId: call.caller.user.id, name, permissions }))
  },
})

const update = route({
  method: 'POST',
  path: '/api/auth/organization/update-role',
  name: 'organization:update-role',
  summary: 'Replaces the permissions of a custom role.',
  access: 'session',
  impersonation: 'refused',
  addition: true,
  body: wire.updateRoleBody,
  answer: wire.customRole,
  refusals: [...common, refusals.notAllowedToGrant, refusals.roleNotFound],
  handle: async (call) => {
    const { name, permissions, organizationId: named } = call.body
    const organizationId = resolveOrganizationId(named, call.caller.session, refusals.noActive)
    return wire.toCustomRoleWire(await updateCustomRole(call.tx, call, { organizationId, userId: call.caller.user.id, name, permissions }))
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
    const { name, organizationId: named } = call.body
    const organizationId = resolveOrganizationId(named, call.caller.session, refusals.noActive)
    return wire.toCustomRoleWire(await deleteCustomRole(call.tx, call, { organizationId, userId: call.caller.user.id, name }))
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
  handle: async ({ db, platform, caller, query }) => {
    const organizationId = resolveOrganizationId(query.organizationId, caller.session, refusals.noActive)
    const usage = (await findRoleUsage(db, { organizationId, userId: caller.user.id })) ?? refuse(refusals.notAMember)
    const configured = platform.settings.ORGANIZATION_ROLES
    return listRoles({ builtIn: organizationRoles, configured, ...usage }).map(wire.toRoleWire)
  },
})

export const routes: readonly Route[] = [create, update, remove, list]
