import { z } from 'zod'
import { findMember, findMembership, organizationRefusals, requirePermission } from '#identity/organizations/index.ts'
import { team, toTeamWire } from '#identity/organizations/wire.ts'
import { sendCookies, sessionCookies } from '#identity/sessions/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Database } from '#platform/database/database.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { setActiveTeam } from '../actions/set-active-team.ts'
import { setMemberTeam } from '../actions/set-member-team.ts'
import { listTeamMembers, listTeamsOf } from '../reads.ts'
import { teamRefusals as refusals } from '../refusals.ts'
import { refuseOutsideTeam, refuseSecondTeam, resolveOrganizationId } from '../rules.ts'
import * as wire from '../wire.ts'

const { notAMember, notAMemberHere, notAllowedToUpdateMember, memberNotFound } = organizationRefusals

const setActive = route({
  method: 'POST',
  path: '/api/auth/organization/set-active-team',
  name: 'organization:set-active-team',
  summary: 'Sets the active team of the session, one of the active organization that the caller is in; null clears it.',
  access: 'session',
  impersonation: 'allowed',
  addition: true,
  body: wire.setActiveTeamBody,
  answer: team.nullable(),
  refusals: [refusals.noActiveOrganization, refusals.teamNotFound, refusals.notInActiveTeam],
  handle: async (call) => {
    const { session, user, via } = call.caller
    const active = await setActiveTeam(call.tx, call, call.body.teamId)
    const activeTeamId = active?.id ?? null
    if (via === 'cookie' && activeTeamId !== session.activeTeamId)
      sendCookies(call.reply, sessionCookies({ session: { ...session, activeTeamId }, user, now: call.now }, call.platform))
    return active && toTeamWire(active)
  },
})

const listOfUser = route({
  method: 'GET',
  path: '/api/auth/organization/list-user-teams',
  name: 'organization:list-user-teams',
  summary: 'Lists the teams of the caller, or with the permission to update members those of another member.',
  access: 'session',
  addition: true,
  query: wire.userTeamsQuery,
  answer: z.array(team),
  refusals: [notAMember, refusals.noActiveOrganization, notAllowedToUpdateMember, notAMemberHere],
  handle: async ({ db, platform, query, caller }) => {
    const userId = query.userId ?? caller.user.id
    const organizationId = await organizationOfTeams(db, platform, { caller, userId, named: query.organizationId })
    return (await listTeamsOf(db, { userId, organizationId })).map(toTeamWire)
  },
})

interface UserTeamsRequest {
  readonly caller: UserCaller
  readonly userId: string
  readonly named: string | undefined
}

/** The organization whose teams of the user the caller may read; undefined: all of the caller's own. */
async function organizationOfTeams(
  db: Database,
  platform: Platform,
  { caller, userId, named }: UserTeamsRequest,
): Promise<string | undefined> {
  const isSelf = userId === caller.user.id
  if (isSelf && named === undefined) return undefined
  const organizationId = resolveOrganizationId(named, caller.session.activeOrganizationId)
  const membership = (await findMembership(db, platform, { organizationId, userId: caller.user.id })) ?? refuse(notAMember)
  if (isSelf) return organizationId
  requirePermission(membership, { member: ['update'] }, notAllowedToUpdateMember)
  refuseWhen(!(await findMember(db, organizationId, { userId })), notAMemberHere)
  return organizationId
}

const listMembers = route({
  method: 'GET',
  path: '/api/auth/organization/list-team-members',
  name: 'organization:list-team-members',
  summary: 'Lists the members of a team that the caller is in; by default of the active team.',
  access: 'session',
  addition: true,
  query: wire.teamMembersQuery,
  answer: z.array(wire.teamMember),
  refusals: [refusals.noActiveTeam, refusals.notInTeam],
  handle: async ({ db, platform, query, caller: { user, session } }) => {
    const teamId = (query.teamId ?? session.activeTeamId ?? refuse(refusals.noActiveTeam)).toLowerCase()
    const found = await listTeamMembers(db, { teamId, readerId: user.id, limit: platform.settings.MEMBERSHIP_LIMIT })
    refuseWhen(found.length === 0, refusals.notInTeam)
    return found.map((member) => wire.toTeamMemberWire(member, teamId))
  },
})

const add = route({
  method: 'POST',
  path: '/api/auth/organization/add-team-member',
  name: 'organization:add-team-member',
  summary: 'Adds a member of the organization to a team. A member is in at most one.',
  access: 'session',
  impersonation: 'allowed',
  limit: { none: 'A member is in at most one team.' },
  addition: true,
  body: wire.teamMemberBody,
  answer: wire.teamMember,
  refusals: [refusals.noActiveOrganization, notAllowedToUpdateMember, memberNotFound, refusals.teamNotFound, refusals.inAnotherTeam],
  handle: async (call) => {
    const { userId, organizationId: named } = call.body
    const teamId = call.body.teamId.toLowerCase()
    const organizationId = resolveOrganizationId(named, call.caller.session.activeOrganizationId)
    const check = (current: string | null) => refuseSecondTeam(current, teamId)
    return wire.toTeamMemberWire(await setMemberTeam(call.tx, call, { organizationId, key: { userId }, teamId, check }), teamId)
  },
})

const remove = route({
  method: 'POST',
  path: '/api/auth/organization/remove-team-member',
  name: 'organization:remove-team-member',
  summary: 'Takes a member out of a team; the member stays in the organization.',
  access: 'session',
  impersonation: 'allowed',
  addition: true,
  body: wire.teamMemberBody,
  answer: wire.removedAnswer,
  refusals: [refusals.noActiveOrganization, notAllowedToUpdateMember, memberNotFound, refusals.notInTeam],
  handle: async (call) => {
    const { userId, organizationId: named } = call.body
    const teamId = call.body.teamId.toLowerCase()
    const organizationId = resolveOrganizationId(named, call.caller.session.activeOrganizationId)
    const check = (current: string | null) => refuseOutsideTeam(current, teamId)
    await setMemberTeam(call.tx, call, { organizationId, key: { userId }, teamId: null, check })
    return { message: 'Team member removed successfully.' }
  },
})

export const routes: readonly Route[] = [setActive, listOfUser, listMembers, add, remove]
