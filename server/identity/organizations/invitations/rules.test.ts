import { expect, test } from 'vitest'
import { type Roles, rolesWith } from '#contract/access.ts'
import type { Invitation, MemberPermissions } from '#identity/organizations/model.ts'
import { invitationRefusals } from './refusals.ts'
import {
  type InviteRequest,
  type InviteState,
  invite,
  isOpen,
  type RecipientVerification,
  refuseInviter,
  requireAnswerable,
  verificationOf,
} from './rules.ts'

const NOW = new Date('2026-03-12T14:20:00.000Z')
const LATER = new Date('2026-03-14T14:20:00.000Z')

const roles: Roles = rolesWith({}, { packer: { invitation: ['create'] }, tailor: { team: ['create'] } })
const as = (role: string): MemberPermissions => ({ member: { role }, roles })

const usual: InviteState & InviteRequest = {
  inviter: as('admin'),
  isMember: false,
  openId: null,
  isTeamKnown: true,
  openCount: 3,
  role: 'member',
  resends: false,
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

test.each<[string, Partial<InviteState & InviteRequest>, unknown]>([
  ['by a member with permission', {}, { role: 'member', renewedId: null }],
  ['with several roles', { role: ['member', 'packer', 'member'] }, { role: 'member,packer', renewedId: null }],
  ['by a member whose custom role has the permission', { inviter: as('packer') }, { role: 'member', renewedId: null }],
  ['by a non-member', { inviter: undefined }, 'Member not found'],
  ['by a member without permission', { inviter: as('member') }, 'You are not allowed to invite users to this organization'],
  [
    'by a member without permission, with an unknown role',
    { inviter: as('member'), role: 'pilot' },
    'You are not allowed to invite users to this organization',
  ],
  ['with an unknown role', { role: 'pilot' }, 'Role not found'],
  ['with a role that is above theirs', { role: 'owner' }, 'you are not allowed to invite user with this role'],
  ['with a permission that they lack', { inviter: as('packer'), role: 'tailor' }, 'you are not allowed to invite user with this role'],
  ['of a member', { isMember: true }, 'User is already a member of this organization'],
  ['of an invited email', { openId: 'open' }, 'User is already invited to this organization'],
  ['of an invited email, mailed again', { openId: 'open', resends: true }, { role: 'member', renewedId: 'open' }],
  ['of a new email, mailed again', { resends: true }, { role: 'member', renewedId: null }],
  ['to a team of another organization', { isTeamKnown: false }, 'Team not found'],
  ['below the limit', { openCount: 99 }, { role: 'member', renewedId: null }],
  ['at the limit', { openCount: 100 }, 'Invitation limit reached'],
  ['mailed again at the limit', { openCount: 100, openId: 'open', resends: true }, { role: 'member', renewedId: 'open' }],
])('an invitation %s', (_, changed, expected) => {
  const check = { ...usual, ...changed }
  expect(outcomeOf(() => invite(check, check))).toEqual(expected)
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

test.each<[string, MemberPermissions | undefined, string, string]>([
  ['has left', undefined, 'member', 'Inviter is no longer a member of the organization'],
  ['is no longer allowed to invite', as('member'), 'member', 'Inviter is no longer allowed to invite to the organization'],
  ['has less than the role', as('packer'), 'admin', 'Inviter is no longer allowed to invite to the organization'],
  ['invited with a role that is gone', as('owner'), 'pilot', 'Role not found'],
  ['may still', as('admin'), 'member', 'done'],
])('an invitation whose inviter %s', (_, inviter, role, expected) => {
  expect(outcomeOf(() => refuseInviter(inviter, role))).toBe(expected)
})
