import { z } from 'zod'
import { organizationRefusals } from '#identity/organizations/index.ts'
import { invitation, toInvitationWire, toMemberWire } from '#identity/organizations/wire.ts'
import { addressOf } from '#identity/users/index.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { acceptInvitation } from './actions/accept-invitation.ts'
import { inviteMember } from './actions/invite-member.ts'
import { linkOfInvitation, lookAtInvitation, previewInvitation } from './actions/look-at-invitation.ts'
import { cancelInvitation, rejectInvitation } from './actions/settle-invitation.ts'
import { LISTED_MAXIMUM } from './model.ts'
import { listAwaiting, listInvitations } from './reads.ts'
import { invitationRefusals as refusals } from './refusals.ts'
import * as wire from './wire.ts'

const { notRecipient, emailNotVerified, memberNotFound, inviterGone } = refusals
const { roleNotFound, membershipLimit, alreadyMember } = organizationRefusals

const invite = route({
  method: 'POST',
  path: '/api/auth/organization/invite-member',
  name: 'organization:invite-member',
  summary: 'Invites an address to an organization and mails it the link.',
  access: 'session',
  transaction: 'own',
  body: wire.inviteMemberBody,
  answer: invitation,
  refusals: [
    ...[refusals.organizationNotFound, memberNotFound, refusals.notAllowedToInvite, refusals.notAllowedRole, roleNotFound],
    ...[refusals.alreadyMember, refusals.alreadyInvited, refusals.teamNotFound, refusals.limitReached],
  ],
  handle: async (call) => {
    const { email, role, teamId, resend, organizationId } = call.body
    const meant = organizationId || call.caller.session.activeOrganizationId || refuse(refusals.organizationNotFound)
    const inviting = { organizationId: meant, email: addressOf(email), role, teamId: teamId ?? null, resends: resend ?? false }
    return toInvitationWire(await inviteMember(call, inviting))
  },
})

const accept = route({
  method: 'POST',
  path: '/api/auth/organization/accept-invitation',
  name: 'organization:accept-invitation',
  summary: 'Makes the invited person a member, with the organization as the active one of their session.',
  access: 'session',
  body: wire.answerBody,
  answer: wire.acceptedAnswer,
  refusals: [
    ...[refusals.invitationNotFound, notRecipient, emailNotVerified, inviterGone, refusals.inviterMayNotInvite],
    ...[roleNotFound, alreadyMember, membershipLimit],
  ],
  handle: async (call) => {
    const { invitationId, secret } = call.body
    const accepted = await acceptInvitation(call.tx, { ...call, secret }, invitationId)
    return { invitation: toInvitationWire(accepted.invitation), member: toMemberWire(accepted.member) }
  },
})

const reject = route({
  method: 'POST',
  path: '/api/auth/organization/reject-invitation',
  name: 'organization:reject-invitation',
  summary: 'Rejects an invitation, by the person whom it is for.',
  access: 'session',
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
  summary: 'Takes an invitation back.',
  access: 'session',
  body: wire.cancelBody,
  answer: invitation,
  refusals: [refusals.invitationNotFound, memberNotFound, refusals.notAllowedToCancel],
  handle: async (call) => toInvitationWire(await cancelInvitation(call.tx, call, call.body.invitationId)),
})

const get = route({
  method: 'GET',
  path: '/api/auth/organization/get-invitation',
  name: 'organization:get-invitation',
  summary: 'An invitation for the person whom it is for; with the secret of the mailed link it proves their address.',
  access: 'anyone',
  transaction: 'own',
  query: wire.getInvitationQuery,
  answer: wire.shownInvitation,
  refusals: [refusals.notAuthenticated, refusals.noSuchInvitation, notRecipient, emailNotVerified, inviterGone],
  handle: async ({ caller, query: { id, secret }, ...call }) => {
    if (caller.kind !== 'user') return refuse(refusals.notAuthenticated)
    return wire.toShownInvitationWire(await lookAtInvitation({ ...call, caller, secret }, id))
  },
})

const preview = route({
  method: 'GET',
  path: '/api/auth/organization/preview-invitation',
  name: 'organization:preview-invitation',
  summary: 'What the mailed link of an invitation shows before anybody is signed in.',
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
  summary: 'The page of an invitation, to be handed on by whoever may invite. It does not hold the secret of the mailed link.',
  access: 'session',
  addition: true,
  query: wire.linkQuery,
  answer: wire.link,
  refusals: [refusals.invitationNotFound, memberNotFound, refusals.notAllowedToInvite],
  handle: async (call) => ({ url: await linkOfInvitation(call.db, call, call.query.id) }),
})

const list = route({
  method: 'GET',
  path: '/api/auth/organization/list-invitations',
  name: 'organization:list-invitations',
  summary: 'The invitations of an organization in all states, the latest first.',
  access: 'session',
  query: wire.listQuery,
  answer: z.array(invitation),
  refusals: [refusals.organizationIdRequired, refusals.notAMember],
  handle: async ({ db, query, caller: { user, session } }) => {
    const { organizationId: named, status, limit = LISTED_MAXIMUM, offset = 0 } = query
    const organizationId = named || session.activeOrganizationId || refuse(refusals.organizationIdRequired)
    const found = (await listInvitations(db, { organizationId, userId: user.id, status, limit, offset })) ?? refuse(refusals.notAMember)
    return found.map(toInvitationWire)
  },
})

const listOwn = route({
  method: 'GET',
  path: '/api/auth/organization/list-user-invitations',
  name: 'organization:list-user-invitations',
  summary: 'The invitations that the caller can answer, the latest first; none before their address is verified.',
  access: 'session',
  addition: true,
  answer: z.array(wire.shownInvitation),
  // Whoever signed up with an address that is not theirs learns nothing of who writes to it.
  handle: async ({ db, caller: { user }, now }) =>
    user.emailVerified ? (await listAwaiting(db, { userId: user.id, email: user.email, now })).map(wire.toShownInvitationWire) : [],
})

export const routes: readonly Route[] = [invite, accept, reject, cancel, get, preview, getLink, list, listOwn]
