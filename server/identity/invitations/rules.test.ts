import { expect, test } from 'vitest'
import type { Invitation } from '#identity/organizations/model.ts'
import { invitationRefusals } from './refusals.ts'
import { answering, type InvitingGround, isOpen, type Proof, proofOf, refuseInviter, refuseInviting } from './rules.ts'

const NOW = new Date('2026-03-12T14:20:00.000Z')
const LATER = new Date('2026-03-14T14:20:00.000Z')
const MAY = { mayInvite: true, mayGive: true }

const usual: InvitingGround = {
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

function told(act: () => unknown): unknown {
  try {
    return act() ?? 'done'
  } catch (error) {
    return (error as Error).message
  }
}

test.each<[string, Partial<InvitingGround>, string]>([
  ['by whoever may', {}, 'done'],
  ['by an outsider', { inviter: undefined }, 'Member not found'],
  ['by whoever may not', { inviter: { mayInvite: false, mayGive: true } }, 'You are not allowed to invite users to this organization'],
  [
    'with a role that is above theirs',
    { inviter: { mayInvite: true, mayGive: false } },
    'you are not allowed to invite user with this role',
  ],
  ['of a member', { isMember: true }, 'User is already a member of this organization'],
  ['of somebody invited', { isInvited: true }, 'User is already invited to this organization'],
  ['of somebody invited, to be mailed again', { isInvited: true, resends: true }, 'done'],
  ['of nobody yet, to be mailed again', { resends: true }, 'done'],
  ['to a team of another organization', { isTeamKnown: false }, 'Team not found'],
  ['below the limit', { open: 99 }, 'done'],
  ['at the limit', { open: 100 }, 'Invitation limit reached'],
  ['mailed again at the limit', { open: 100, isInvited: true, resends: true }, 'done'],
])('an invitation %s', (_, ground, expected) => {
  expect(told(() => refuseInviting({ ...usual, ...ground }))).toBe(expected)
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

test.each<[boolean, boolean, boolean, Proof]>([
  [true, false, true, 'standing'],
  [true, true, true, 'standing'],
  [false, true, true, 'secret'],
  [false, true, false, 'secret'],
  [false, false, true, 'none'],
  [false, false, false, 'standing'],
])('a proven address (%s), the secret (%s) and the setting (%s) are the proof: %s', (isVerified, hasSecret, isRequired, expected) => {
  expect(proofOf({ isVerified, hasSecret, isRequired })).toBe(expected)
})

test.each<[string, Invitation | undefined, string, Proof, unknown]>([
  ['an unknown one', undefined, invited.email, 'standing', 'Invitation not found!'],
  ['one that is over', { ...invited, expiresAt: NOW }, invited.email, 'standing', 'Invitation not found!'],
  ['one that was canceled', { ...invited, status: 'canceled' }, invited.email, 'standing', 'Invitation not found!'],
  ['one for somebody else', invited, 'eve@example.test', 'standing', 'You are not the recipient of the invitation'],
  ['one for somebody else, with the secret', invited, 'eve@example.test', 'secret', 'You are not the recipient of the invitation'],
  ['one for an address that is not proven', invited, invited.email, 'none', 'Email not verified'],
  ['one with the secret', invited, invited.email, 'secret', { invitation: invited, proof: 'secret' }],
  ['one for a proven address', invited, invited.email, 'standing', { invitation: invited, proof: 'standing' }],
])('%s is answered', (_, invitation, email, proof, expected) => {
  const ground = { invitation, email, proof: () => proof, now: NOW, missing: invitationRefusals.noSuchInvitation }
  expect(told(() => answering(ground))).toEqual(expected)
})

test.each<[string, InvitingGround['inviter'], string]>([
  ['has left', undefined, 'Inviter is no longer a member of the organization'],
  ['may invite nobody any more', { mayInvite: false, mayGive: true }, 'Inviter is no longer allowed to invite to the organization'],
  ['has less than the role', { mayInvite: true, mayGive: false }, 'Inviter is no longer allowed to invite to the organization'],
  ['may still', MAY, 'done'],
])('an invitation whose inviter %s', (_, inviter, expected) => {
  expect(told(() => refuseInviter(inviter))).toBe(expected)
})
