import { z } from 'zod'
import { organizationRefusals, pageForMember } from '#identity/organizations/index.ts'
import { member, team, toMemberWire, toTeamWire } from '#identity/organizations/wire.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { createTeam } from './actions/create-team.ts'
import { removeTeam } from './actions/remove-team.ts'
import { setMemberTeam } from './actions/set-member-team.ts'
import { updateTeam } from './actions/update-team.ts'
import { routes as memberRoutes } from './members/routes.ts'
import { teamRefusals as refusals } from './refusals.ts'
import { resolveOrganizationId } from './rules.ts'
import { teamList } from './store.ts'
import * as wire from './wire.ts'

const { noActiveOrganization, teamNotFound } = refusals

const create = route({
  method: 'POST',
  path: '/api/auth/organization/create-team',
  name: 'organization:create-team',
  summary: 'Creates a team in an organization.',
  access: 'session',
  impersonation: 'allowed',
  limit: 'MAX_TEAMS',
  body: wire.createTeamBody,
  answer: team,
  refusals: [noActiveOrganization, refusals.outsiderCreates, refusals.notAllowedToCreate, refusals.maximumReached],
  handle: async (call) => {
    const organizationId = resolveOrganizationId(call.body.organizationId, call.caller.session.activeOrganizationId)
    return toTeamWire(await createTeam(call.tx, call, { organizationId, name: call.body.name }))
  },
})

const update = route({
  method: 'POST',
  path: '/api/auth/organization/update-team',
  name: 'organization:update-team',
  summary: 'Renames a team.',
  access: 'session',
  impersonation: 'allowed',
  body: wire.updateTeamBody,
  answer: team,
  refusals: [noActiveOrganization, refusals.notAllowedToUpdate, teamNotFound],
  handle: async (call) => {
    const { teamId, data } = call.body
    const organizationId = resolveOrganizationId(data.organizationId, call.caller.session.activeOrganizationId)
    return toTeamWire(await updateTeam(call.tx, call, { organizationId, teamId, name: data.name }))
  },
})

const remove = route({
  method: 'POST',
  path: '/api/auth/organization/remove-team',
  name: 'organization:remove-team',
  summary: 'Deletes a team; its members stay in the organization.',
  access: 'session',
  impersonation: 'allowed',
  body: wire.removeTeamBody,
  answer: wire.removedAnswer,
  refusals: [noActiveOrganization, refusals.notAllowedToDelete, refusals.notAllowedToDeleteTeams, teamNotFound, refusals.lastTeam],
  handle: async (call) => {
    const organizationId = resolveOrganizationId(call.body.organizationId, call.caller.session.activeOrganizationId)
    await removeTeam(call.tx, call, { organizationId, teamId: call.body.teamId })
    return { message: 'Team removed successfully.' }
  },
})

const setMember = route({
  method: 'POST',
  path: '/api/auth/organization/set-member-team',
  name: 'organization:set-member-team',
  summary: 'Moves a member to a team, or out of their team.',
  access: 'session',
  impersonation: 'allowed',
  addition: true,
  body: wire.setMemberTeamBody,
  answer: member,
  refusals: [noActiveOrganization, organizationRefusals.notAllowedToUpdateMember, organizationRefusals.memberNotFound, teamNotFound],
  handle: async (call) => {
    const { memberId, teamId } = call.body
    const organizationId = resolveOrganizationId(call.body.organizationId, call.caller.session.activeOrganizationId)
    return toMemberWire(await setMemberTeam(call.tx, call, { organizationId, key: { memberId }, teamId }))
  },
})

const list = route({
  method: 'GET',
  path: '/api/auth/organization/list-teams',
  name: 'organization:list-teams',
  summary: 'Lists the teams of the active organization, or of the named one if none is active.',
  access: 'session',
  query: wire.listTeamsQuery,
  answer: z.array(team),
  refusals: [noActiveOrganization, refusals.FORBIDDEN],
  handle: async ({ db, platform, query, caller: { user, session } }) => {
    const organizationId = resolveOrganizationId(session.activeOrganizationId, query.organizationId ?? null)
    const page = pageForMember('teams', { organizationId, userId: user.id }) ?? refuse(refusals.FORBIDDEN)
    const { items } = (await teamList.read(db, { query: {}, ...page }, platform)) ?? refuse(refusals.FORBIDDEN)
    return items.map(toTeamWire)
  },
})

export const routes: readonly Route[] = [create, update, remove, setMember, list, ...memberRoutes]
