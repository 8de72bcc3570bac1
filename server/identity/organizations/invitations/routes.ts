import { z } from 'zod'
import { organizationRefusals, pageForMember } from '#identity/organizations/index.ts'
import { invitation, toInvitationWire, toMemberWire } from '#identity/organizations/wire.ts'
import { parseEmail } from '#identity/users/index.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { acceptInvitation } from './actions/accept-invitation.ts'
import { inviteMember } from './actions/invite-member.ts'
import { previewInvitation, readInvitation, readInvitationLink } from './actions/read-invitation.ts'
import { cancelInvitation, rejectInvitation } from './actions/settle-invitation.ts'
import { invitationList, listPendingInvitations } from './reads.ts'
import { invitationRefusals as refusals } from './refusals.ts'
import * as wire from './wire.ts'

const { notRecipient, emailNotVerified, memberNotFound, inviterGone } = refusals
const { roleNotFound, membershipLimit, alreadyMember } = organizationRefusals

const invite = route({
  method: 'POST',
  path: '/api/auth/organization/invite-member',
  name: 'organization:invite-member',
  summary: 'Invites an email to an organization and mails the link to it.',
  access: 'session',
  impersonation: 'refused',
  limit: 'INVITATION_LIMIT',
  transaction: 'own',
  body: wire.inviteMemberBody,
  answer: invitation,
  refusals: [
    ...[refusals.organizationNotFound, memberNotFound, refusals.notAllowedToInvite, refusals.notAllowedRole, roleNotFound],
    ...[refusals.alreadyMember, refusals.alreadyInvited, refusals.teamNotFound, refusals.limitReached],
  ],
  handle: async (call) => {
    const { email, role, teamId, resend, organizationId } = call.body
    const targetId = organizationId || call.caller.session.activeOrganizationId || refuse(refusals.organizationNotFound)
    const [team = null] = [teamId ?? []].flat()
    const input = { organizationId: targetId, email: parseEmail(email), role, teamId: team, resends: resend ?? false }
    return toInvitationWire(await inviteMember(call, input))
  },
})

const accept = route({
  method: 'POST',
  path: '/api/auth/organization/accept-invitation',
  name: 'organization:accept-invitation',
  summary: 'Accepts an invitation: its recipient becomes a member, with the organization as the active one of their session.',
  access: 'session',
  impersonation: 'allowed',
  limit: 'MEMBERSHIP_LIMIT',
  body: wire.answerBody,
  answer: wire.acceptedAnswer,
  refusals: [
    ...[refusals.invitationNotFound, notRecipient, emailNotVerified, inviterGone, refusals.inviterMayNotInvite],
    ...[roleNotFound, alreadyMember, membershipLimit],
  ],
  handle: async (call) => {
    const { invitationId, secret } = call.body
    const result = await acceptInvitation(call.tx, { ...call, secret }, invitationId)
    return { invitation: toInvitationWire(result.invitation), member: toMemberWire(result.member) }
  },
})

const reject = route({
  method: 'POST',
  path: '/api/auth/organization/reject-invitation',
  name: 'organization:reject-invitation',
  summary: 'Rejects an invitation; the caller is its recipient.',
  access: 'session',
  impersonation: 'allowed',
  body: wire.answerBody,
  answer: wire.rejectedAnswer,
  refusals: [refusals.noSuchInvitation, notRecipient, emailNotVerified],
  handle: async (call) => {
    const { invitationId, secret } = call.body
    return { invitation: toInvitationWire(await rejectInvitation(call.tx, { ...call, secret }, invitationId)), member: null }
  },
})

const cancel = route({
  method: 'POST',
  path: '/api/auth/organization/cancel-invitation',
  name: 'organization:cancel-invitation',
  summary: 'Cancels an invitation.',
  access: 'session',
  impersonation: 'allowed',
  body: wire.cancelBody,
  answer: invitation,
  refusals: [refusals.invitationNotFound, memberNotFound, refusals.notAllowedToCancel],
  handle: async (call) => toInvitationWire(await cancelInvitation(call.tx, call, call.body.invitationId)),
})

const get = route({
  method: 'GET',
  path: '/api/auth/organization/get-invitation',
  name: 'organization:get-invitation',
  summary: 'Returns an invitation to its recipient; the secret of the mailed link verifies their email.',
  access: 'anyone',
  transaction: 'own',
  query: wire.getInvitationQuery,
  answer: wire.invitationView,
  refusals: [refusals.notAuthenticated, refusals.noSuchInvitation, notRecipient, emailNotVerified, inviterGone],
  handle: async ({ caller, query: { id, secret }, ...call }) => {
    if (caller.kind !== 'user') return refuse(refusals.notAuthenticated)
    return wire.toInvitationViewWire(await readInvitation({ ...call, caller, secret }, id))
  },
})

const preview = route({
  method: 'GET',
  path: '/api/auth/organization/preview-invitation',
  name: 'organization:preview-invitation',
  summary: 'Returns what the mailed link of an invitation shows before sign-in.',
  access: 'public',
  addition: true,
  query: wire.previewQuery,
  answer: wire.preview,
  refusals: [refusals.noSuchInvitation, inviterGone],
  handle: async ({ db, platform, query: { id, secret }, now }) =>
    wire.toPreviewWire(await previewInvitation(db, platform, { id, secret, now })),
})

const getLink = route({
  method: 'GET',
  path: '/api/auth/organization/get-invitation-link',
  name: 'organization:get-invitation-link',
  summary: 'Returns the URL of an invitation to a member with the permission to invite. It has no secret.',
  access: 'session',
  addition: true,
  query: wire.linkQuery,
  answer: wire.link,
  refusals: [refusals.invitationNotFound, memberNotFound, refusals.notAllowedToInvite],
  handle: async (call) => ({ url: await readInvitationLink(call.db, call, call.query.id) }),
})

const list = route({
  method: 'GET',
  path: '/api/auth/organization/list-invitations',
  name: 'organization:list-invitations',
  summary: 'Lists the invitations of an organization in all states, newest first.',
  access: 'session',
  query: invitationList.query,
  answer: z.array(invitation),
  refusals: [refusals.organizationIdRequired, refusals.notAMember],
  handle: async ({ db, platform, query, caller: { user, session } }) => {
    const named = query['organizationId'] as string | undefined
    const organizationId = named || session.activeOrganizationId || refuse(refusals.organizationIdRequired)
    const page = pageForMember('invitations', { organizationId, userId: user.id }) ?? refuse(refusals.notAMember)
    const { items } = (await invitationList.read(db, { query, ...page }, platform)) ?? refuse(refusals.notAMember)
    return items.map(toInvitationWire)
  },
})

const listOwn = route({
  method: 'GET',
  path: '/api/auth/organization/list-user-invitations',
  name: 'organization:list-user-invitations',
  summary: 'Lists the open invitations of the caller, newest first; none before their email is verified.',
  access: 'session',
  addition: true,
  answer: z.array(wire.invitationView),
  // A user who signed up with another person's email must not see who invites it.
  handle: async ({ db, caller: { user }, now }) =>
    user.emailVerified
      ? (await listPendingInvitations(db, { userId: user.id, email: user.email, now })).map(wire.toInvitationViewWire)
      : [],
})

export const routes: readonly Route[] = [invite, accept, reject, cancel, get, preview, getLink, list, listOwn]
