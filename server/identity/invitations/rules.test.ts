import { expect, test } from 'vitest'
import type { Invitation } from '#identity/organizations/model.ts'
import { invitationRefusals } from './refusals.ts'
import {
  type InviteCheck,
  isOpen,
  type RecipientVerification,
  refuseInvite,
  refuseInviter,
  requireAnswerable,
  verificationOf,
} from './rules.ts'

const NOW = new Date('2026-03-12T14:20:00.000Z')
const LATER = new Date('2026-03-14T14:20:00.000Z')
const MAY = { mayInvite: true, mayGrant: true }

const usual: InviteCheck = {
  inviter: MAY,
  isMember: false,
  isInvited: false,
  resends: false,
  isTeamKnown: true,
  open: 3,
  limit: 100,
}
const invited: Invitation = {
  id: 'invitation',
  organizationId: 'organization',
  email: 'bea@example.test',
  role: 'member',
  teamId: null,
  status: 'pending',
  inviterId: 'ada',
  expiresAt: LATER,
}

function outcomeOf(rule: () => unknown): unknown {
  try {
    return rule() ?? 'done'
  } catch (error) {
    return (error as Error).message
  }
}

test.each<[string, Partial<InviteCheck>, string]>([
  ['by a member with permission', {}, 'done'],
  ['by an outsider', { inviter: undefined }, 'Member not found'],
  [
    'by a member without permission',
    { inviter: { mayInvite: false, mayGrant: true } },
    'You are not allowed to invite users to this organization',
  ],
  [
    'with a role that is above theirs',
    { inviter: { mayInvite: true, mayGrant: false } },
    'you are not allowed to invite user with this role',
  ],
  ['of a member', { isMember: true }, 'User is already a member of this organization'],
  ['of an invited email', { isInvited: true }, 'User is already invited to this organization'],
  ['of an invited email, mailed again', { isInvited: true, resends: true }, 'done'],
  ['of a new email, mailed again', { resends: true }, 'done'],
  ['to a team of another organization', { isTeamKnown: false }, 'Team not found'],
  ['below the limit', { open: 99 }, 'done'],
  ['at the limit', { open: 100 }, 'Invitation limit reached'],
  ['mailed again at the limit', { open: 100, isInvited: true, resends: true }, 'done'],
])('an invitation %s', (_, check, expected) => {
  expect(outcomeOf(() => refuseInvite({ ...usual, ...check }))).toBe(expected)
})

test.each<[Invitation['status'], Date, boolean]>([
  ['pending', LATER, true],
  ['pending', NOW, false],
  ['pending', new Date(NOW.getTime() - 1), false],
  ['accepted', LATER, false],
  ['rejected', LATER, false],
  ['canceled', LATER, false],
])('an invitation that is %s until %s can be answered: %s', (status, expiresAt, expected) => {
  expect(isOpen({ status, expiresAt }, NOW)).toBe(expected)
})

test.each<[boolean, boolean, boolean, RecipientVerification]>([
  [true, false, true, 'not-needed'],
  [true, true, true, 'not-needed'],
  [false, true, true, 'secret'],
  [false, true, false, 'secret'],
  [false, false, true, 'none'],
  [false, false, false, 'not-needed'],
])(
  'a verified email (%s), the secret (%s) and the setting (%s) give the verification %s',
  (isVerified, hasSecret, isRequired, expected) => {
    expect(verificationOf({ isVerified, hasSecret, isRequired })).toBe(expected)
  },
)

test.each<[string, Invitation | undefined, string, RecipientVerification, unknown]>([
  ['an unknown one', undefined, invited.email, 'not-needed', 'Invitation not found!'],
  ['an expired one', { ...invited, expiresAt: NOW }, invited.email, 'not-needed', 'Invitation not found!'],
  ['a canceled one', { ...invited, status: 'canceled' }, invited.email, 'not-needed', 'Invitation not found!'],
  ['one for another user', invited, 'eve@example.test', 'not-needed', 'You are not the recipient of the invitation'],
  ['one for another user, with the secret', invited, 'eve@example.test', 'secret', 'You are not the recipient of the invitation'],
  ['one for an unverified email', invited, invited.email, 'none', 'Email not verified'],
  ['one with the secret', invited, invited.email, 'secret', { invitation: invited, verification: 'secret' }],
  ['one for a verified email', invited, invited.email, 'not-needed', { invitation: invited, verification: 'not-needed' }],
])('%s is answered', (_, invitation, email, verification, expected) => {
  const check = { invitation, email, verification: () => verification, now: NOW, missing: invitationRefusals.noSuchInvitation }
  expect(outcomeOf(() => requireAnswerable(check))).toEqual(expected)
})

test.each<[string, InviteCheck['inviter'], string]>([
  ['has left', undefined, 'Inviter is no longer a member of the organization'],
  ['is no longer allowed to invite', { mayInvite: false, mayGrant: true }, 'Inviter is no longer allowed to invite to the organization'],
  ['has less than the role', { mayInvite: true, mayGrant: false }, 'Inviter is no longer allowed to invite to the organization'],
  ['may still', MAY, 'done'],
])('an invitation whose inviter %s', (_, inviter, expected) => {
  expect(outcomeOf(() => refuseInviter(inviter))).toBe(expected)
})
