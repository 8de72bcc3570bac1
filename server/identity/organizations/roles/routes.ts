import { z } from 'zod'
import { organizationRoles } from '#kernel/access.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { activeOr } from '../active.ts'
import { organizationRefusals as refusals } from '../refusals.ts'
import { changeRole, createRole, removeRole } from './actions/change-roles.ts'
import { listRoles } from './rules.ts'
import { findRolesSeen } from './store.ts'
import * as wire from './wire.ts'

const common = [refusals.noActive, refusals.notAMember, refusals.notAllowedToManageRoles]

const create = route({
  method: 'POST',
  path: '/api/auth/organization/create-role',
  name: 'organization:create-role',
  summary: 'Makes a role for one organization.',
  access: 'session',
  addition: true,
  body: wire.createRoleBody,
  answer: wire.madeRole,
  refusals: [...common, refusals.notAllowedToGrant, refusals.roleNameTaken, refusals.roleLimit],
  handle: async (call) => {
    const { name, permissions, organizationId: given } = call.body
    const organizationId = activeOr(given, call.caller.session, refusals.noActive)
    return wire.toMadeRoleWire(await createRole(call.tx, call, { organizationId, userId: call.caller.user.id, name, permissions }))
  },
})

const update = route({
  method: 'POST',
  path: '/api/auth/organization/update-role',
  name: 'organization:update-role',
  summary: 'Changes what a role of the organization permits.',
  access: 'session',
  addition: true,
  body: wire.updateRoleBody,
  answer: wire.madeRole,
  refusals: [...common, refusals.notAllowedToGrant, refusals.roleNotFound],
  handle: async (call) => {
    const { name, permissions, organizationId: given } = call.body
    const organizationId = activeOr(given, call.caller.session, refusals.noActive)
    return wire.toMadeRoleWire(await changeRole(call.tx, call, { organizationId, userId: call.caller.user.id, name, permissions }))
  },
})

const remove = route({
  method: 'POST',
  path: '/api/auth/organization/delete-role',
  name: 'organization:delete-role',
  summary: 'Deletes a role of the organization that nobody has.',
  access: 'session',
  addition: true,
  body: wire.deleteRoleBody,
  answer: wire.madeRole,
  refusals: [...common, refusals.roleNotFound, refusals.roleInUse],
  handle: async (call) => {
    const { name, organizationId: given } = call.body
    const organizationId = activeOr(given, call.caller.session, refusals.noActive)
    return wire.toMadeRoleWire(await removeRole(call.tx, call, { organizationId, userId: call.caller.user.id, name }))
  },
})

const list = route({
  method: 'GET',
  path: '/api/auth/organization/list-roles',
  name: 'organization:list-roles',
  summary: 'Every role that members of the organization can have.',
  access: 'session',
  addition: true,
  query: z.object({ organizationId: z.string().optional() }),
  answer: z.array(wire.role),
  refusals: [refusals.noActive, refusals.notAMember],
  handle: async ({ db, platform, caller, query }) => {
    const organizationId = activeOr(query.organizationId, caller.session, refusals.noActive)
    const seen = (await findRolesSeen(db, { organizationId, userId: caller.user.id })) ?? refuse(refusals.notAMember)
    const configured = platform.settings.ORGANIZATION_ROLES
    return listRoles({ builtIn: organizationRoles, configured, ...seen }).map(wire.toRoleWire)
  },
})

export const routes: readonly Route[] = [create, update, remove, list]
