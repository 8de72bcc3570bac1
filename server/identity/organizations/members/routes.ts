import { foldEmail } from '#kernel/emails/email.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { organizationKeyOf } from '../actions/set-active-organization.ts'
import { resolveOrganizationId } from '../active-organization.ts'
import { organizationRefusals as refusals } from '../refusals.ts'
import { memberWithUser, toMemberWire, toMemberWithUserWire } from '../wire.ts'
import { addMemberByServer } from './actions/add-member-by-server.ts'
import { leaveOrganization, removeMember } from './actions/remove-member.ts'
import { updateMemberRole } from './actions/update-member-role.ts'
import { findMember, findMemberRole, findMembership, memberList, pageForMember } from './reads.ts'
import { mayDo } from './rules.ts'
import * as wire from './wire.ts'

const getActiveMember = route({
  method: 'GET',
  path: '/api/auth/organization/get-active-member',
  name: 'organization:get-active-member',
  summary: "Returns the caller's membership of the active organization; null if none is active.",
  access: 'session',
  answer: memberWithUser.nullable(),
  refusals: [refusals.memberNotFound],
  handle: async ({ db, caller: { user, session } }) => {
    if (session.activeOrganizationId === null) return null
    const found = (await findMember(db, session.activeOrganizationId, { userId: user.id })) ?? refuse(refusals.memberNotFound)
    return toMemberWithUserWire(found)
  },
})

const getActiveMemberRole = route({
  method: 'GET',
  path: '/api/auth/organization/get-active-member-role',
  name: 'organization:get-active-member-role',
  summary: 'Returns the roles of the caller, or of another member, in an organization; null if none is named or active.',
  access: 'session',
  addition: true,
  query: wire.memberRoleQuery,
  answer: wire.memberRoleAnswer,
  refusals: [refusals.notAMember],
  handle: async ({ db, query, caller: { user, session } }) => {
    const key = organizationKeyOf(query, session)
    if (key === null) return null
    const userId = query.userId?.toLowerCase() ?? user.id
    return { role: (await findMemberRole(db, key, { readerId: user.id, userId })) ?? refuse(refusals.notAMember) }
  },
})

const updateRole = route({
  method: 'POST',
  path: '/api/auth/organization/update-member-role',
  name: 'organization:update-member-role',
  summary: 'Replaces the roles of a member.',
  access: 'session',
  impersonation: 'refused',
  body: wire.updateRoleBody,
  answer: wire.memberAnswer,
  refusals: [refusals.noActive, refusals.memberNotFound, refusals.notAllowedToUpdateMember, refusals.roleNotFound, refusals.onlyOwner],
  handle: async (call) => {
    const { memberId, role, organizationId: named } = call.body
    const organizationId = resolveOrganizationId(named, call.caller.session, refusals.noActive)
    return toMemberWire(await updateMemberRole(call.tx, call, { organizationId, userId: call.caller.user.id, memberId, role }))
  },
})

const remove = route({
  method: 'POST',
  path: '/api/auth/organization/remove-member',
  name: 'organization:remove-member',
  summary: 'Removes a member from an organization.',
  access: 'session',
  impersonation: 'allowed',
  body: wire.removeMemberBody,
  answer: wire.removedMember,
  refusals: [refusals.noActive, refusals.memberNotFound, refusals.onlyOwner, refusals.notAllowedToDeleteMember],
  handle: async (call) => {
    const { memberIdOrEmail, organizationId: named } = call.body
    const organizationId = resolveOrganizationId(named, call.caller.session, refusals.noActive)
    const key = memberIdOrEmail.includes('@') ? { email: foldEmail(memberIdOrEmail) } : { memberId: memberIdOrEmail }
    const member = await removeMember(call.tx, call, { organizationId, userId: call.caller.user.id, key })
    return { member: toMemberWithUserWire(member) }
  },
})

const leave = route({
  method: 'POST',
  path: '/api/auth/organization/leave',
  name: 'organization:leave',
  summary: 'Removes the caller from an organization.',
  access: 'session',
  impersonation: 'allowed',
  body: wire.leaveBody,
  answer: memberWithUser,
  refusals: [refusals.memberNotFound, refusals.onlyOwner],
  handle: async (call) => {
    const organizationId = call.body.organizationId.toLowerCase()
    return toMemberWithUserWire(await leaveOrganization(call.tx, call, { organizationId, userId: call.caller.user.id }))
  },
})

const hasPermission = route({
  method: 'POST',
  path: '/api/auth/organization/has-permission',
  name: 'organization:has-permission',
  summary: 'Checks whether one of the roles of the caller has all of the permissions.',
  access: 'session',
  impersonation: 'allowed',
  transaction: 'none',
  body: wire.hasPermissionBody,
  answer: wire.hasPermissionAnswer,
  refusals: [refusals.noActive, refusals.notAMemberThere],
  handle: async ({ db, platform, caller, body: { permission, permissions, organizationId: named } }) => {
    const organizationId = resolveOrganizationId(named, caller.session, refusals.noActive)
    const membership = (await findMembership(db, platform, { organizationId, userId: caller.user.id })) ?? refuse(refusals.notAMemberThere)
    return { error: null, success: mayDo(membership, permissions ?? permission ?? {}) }
  },
})

const add = route({
  method: 'POST',
  path: '/api/auth/organization/add-member',
  name: 'organization:add-member',
  summary: 'Adds a member without an invitation; for server calls only.',
  access: 'service',
  impersonation: 'allowed',
  limit: 'MEMBERSHIP_LIMIT',
  body: wire.addMemberBody,
  answer: wire.memberAnswer,
  refusals: [
    refusals.noActive,
    refusals.eitherUserIdOrSession,
    refusals.notFound,
    refusals.userNotFound,
    refusals.roleNotFound,
    refusals.teamNotFound,
    refusals.alreadyMember,
    refusals.membershipLimit,
  ],
  handle: async (call) => {
    const { userId, role, organizationId, teamId } = call.body
    return toMemberWire(await addMemberByServer(call.tx, call, { userId, role, organizationId, teamId }))
  },
})

const list = route({
  method: 'GET',
  path: '/api/auth/organization/list-members',
  name: 'organization:list-members',
  summary: 'Lists the members of an organization of the caller, page by page.',
  access: 'session',
  addition: true,
  query: memberList.query,
  answer: wire.listMembersAnswer,
  refusals: [refusals.noActive, refusals.notAMember],
  handle: async ({ db, platform, query, caller: { user, session } }) => {
    const organizationId = resolveOrganizationId(query['organizationId'] as string | undefined, session, refusals.noActive)
    const page = pageForMember('members', { organizationId, userId: user.id }) ?? refuse(refusals.notAMember)
    const { items, total } = (await memberList.read(db, { query, ...page }, platform)) ?? refuse(refusals.notAMember)
    return { members: items.map(toMemberWithUserWire), total }
  },
})

export const routes: readonly Route[] = [getActiveMember, getActiveMemberRole, updateRole, remove, leave, hasPermission, add, list]
