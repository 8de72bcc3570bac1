import { describe, expect, test } from 'vitest'
import { ban, changeEmail, changeProfile, changeRole, liftBan, promote, type UserOutcome, verifyEmail } from './changes.ts'
import type { User } from './user.ts'

const BEFORE = new Date('2026-03-01T12:00:00Z')
const NOW = new Date('2026-03-02T12:00:00Z')
const LATER = new Date('2026-03-03T12:00:00Z')

const user: User = {
  id: '0195a000-0000-7000-8000-000000000001',
  name: 'Ada',
  email: 'ada@example.com',
  emailVerified: false,
  image: null,
  username: 'ada',
  displayUsername: 'Ada',
  role: 'user',
  banned: null,
  banReason: null,
  banExpires: null,
  language: null,
  createdAt: BEFORE,
  updatedAt: BEFORE,
}
const verified = { ...user, emailVerified: true }
const administrator = { ...verified, role: 'user,admin' }
const banned = { ...user, banned: true, banReason: 'Spam', banExpires: LATER }

describe('a change of a user', () => {
  const changes: readonly (readonly [name: string, outcome: UserOutcome, from: User, change: Partial<User>])[] = [
    [
      'a new profile replaces the named fields',
      changeProfile(user, { name: 'Zoe', image: '/z.png' }, NOW),
      user,
      { name: 'Zoe', image: '/z.png' },
    ],
    [
      'a new email is not verified',
      changeEmail(verified, 'zoe@example.com', NOW),
      verified,
      { email: 'zoe@example.com', emailVerified: false },
    ],
    ['an email is verified', verifyEmail(user, NOW), user, { emailVerified: true }],
    ['a promoted user is an administrator with a verified email', promote(user, NOW), user, { role: 'admin', emailVerified: true }],
    [
      'an administrator without a verified email is promoted',
      promote({ ...user, role: 'admin' }, NOW),
      user,
      { role: 'admin', emailVerified: true },
    ],
    ['other roles replace the roles', changeRole(administrator, 'user', NOW), administrator, { role: 'user' }],
    [
      'a ban has a reason and an end',
      ban(user, { reason: 'Spam', expiresAt: LATER }, NOW),
      user,
      { banned: true, banReason: 'Spam', banExpires: LATER },
    ],
    ['a ban may have no end', ban(banned, { reason: 'Fraud', expiresAt: null }, NOW), banned, { banReason: 'Fraud', banExpires: null }],
    ['a lifted ban leaves no reason and no end', liftBan(banned, NOW), banned, { banned: false, banReason: null, banExpires: null }],
    ['a user who was never banned is marked as not banned', liftBan(user, NOW), user, { banned: false }],
  ]
  test.for(changes)('%s, and the user is updated', ([, outcome, from, change]) =>
    expect(outcome).toEqual({ next: { ...from, ...change, updatedAt: NOW }, events: ['user.updated', ...outcome.events.slice(1)] }),
  )

  test.for([
    ['a verified email', verifyEmail(user, NOW), ['user.email_verified']],
    ['a promotion that verifies the email', promote(user, NOW), ['user.email_verified']],
    ['a promotion of a verified user', promote(verified, NOW), []],
    ['a ban', ban(user, { reason: 'Spam', expiresAt: null }, NOW), ['user.banned']],
    ['another ban of a banned user', ban(banned, { reason: 'Fraud', expiresAt: null }, NOW), ['user.banned']],
    ['a lifted ban', liftBan(banned, NOW), ['user.unbanned']],
    ['a lifted ban of a user who was not banned', liftBan(user, NOW), []],
    ['a new profile of a banned user', changeProfile(banned, { name: 'Zoe' }, NOW), []],
    ['a new email', changeEmail(verified, 'zoe@example.com', NOW), []],
  ] as const)('%s has events of its own after the update', ([, outcome, further]) =>
    expect(outcome.events).toEqual(['user.updated', ...further]),
  )
})

test('a verified email is not verified again', () => expect(verifyEmail(verified, NOW)).toEqual({ next: verified, events: [] }))

test('a verified administrator who is promoted keeps all roles', () =>
  expect(promote(administrator, NOW)).toEqual({ next: administrator, events: [] }))
