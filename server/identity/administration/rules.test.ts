import { expect, test } from 'vitest'
import type { User } from '#identity/users/model.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { administrationRefusals as refusals } from './refusals.ts'
import {
  banOf,
  filterValueOf,
  isComparable,
  mayAdminister,
  refuseBan,
  refuseFormerAdministrator,
  refuseLastAdministrator,
  requireAdministrator,
  requirePermission,
  setRoles,
  toRoleText,
} from './rules.ts'

const NOW = new Date('2026-03-12T14:20:00.000Z')
const caller = (role: string | null, impersonatedBy: string | null = null) =>
  ({ user: { role }, session: { impersonatedBy } }) as Parameters<typeof requireAdministrator>[0]

test.each([
  ['admin', { user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'] }, true],
  ['admin', { session: ['list', 'revoke', 'delete'] }, true],
  ['user,admin', { user: ['ban'], session: ['list'] }, true],
  [' admin ', { user: ['ban'] }, true],
  ['admin', { user: ['ban', 'fly'] }, false],
  ['admin', { user: [] }, false],
  ['admin', {}, false],
  ['user', { user: ['list'] }, false],
  [null, { user: ['list'] }, false],
  ['Admin', { user: ['list'] }, false],
  ['administrator', { user: ['list'] }, false],
  ['constructor', { constructor: ['name'] }, false],
])('the role %j may %j: %s', (role, permissions, may) => {
  expect(mayAdminister(role, permissions)).toBe(may)
})

test('an impersonation session has no administration permissions', () => {
  const permissions = { user: ['list'] }
  expect(() => requirePermission(caller('admin'), permissions, refusals.mayNotList)).not.toThrow()
  expect(() => requirePermission(caller('admin', 'an administrator'), permissions, refusals.mayNotList)).toThrow(
    refusals.mayNotList.sentence,
  )
  expect(() => requireAdministrator(caller('admin'))).not.toThrow()
  expect(() => requireAdministrator(caller('admin', 'an administrator'))).toThrow(refusals.notAnAdministrator.sentence)
  expect(() => requireAdministrator(caller('user'))).toThrow(refusals.notAnAdministrator.sentence)
})

test.each([
  ['admin', 'admin'],
  [['user', 'admin'], 'user,admin'],
  ['admin,user,admin', 'admin,user'],
  [['user', 'user,admin'], 'user,admin'],
])('the roles %j are stored as %s', (input, stored) => {
  expect(toRoleText(input)).toBe(stored)
})

test.each(
  [
    '',
    ' , ',
    [],
    [''],
    'root',
    'admin,root',
    'Admin',
    'toString',
    'user,,',
    'admin\n',
    ' user',
    'user, admin',
    ['admin '],
    ['user', ''],
  ].map((input) => [input]),
)('the roles %j are refused', (input) => {
  expect(() => toRoleText(input)).toThrow('Unknown role')
})

const aUser = (id: string, change: Partial<User> = {}) =>
  ({ id, role: 'admin', banned: null, banExpires: null, updatedAt: NOW, ...change }) as User
const [boss, second] = [aUser('boss'), aUser('second')]

test.each([
  ['admin', 'user', 'impersonations'],
  ['user,admin', 'admin', 'none'],
  ['user', 'user,admin', 'all'],
  [null, 'admin', 'all'],
  [null, 'user', 'none'],
])('a change of roles from %j to %s ends these sessions: %s', (from, to, endedSessions) => {
  const user = aUser('boss', { role: from })
  expect(setRoles(user, to, { administrators: [user, second], now: NOW })).toEqual({
    next: { ...user, role: to },
    events: ['user.updated'],
    endedSessions,
  })
})

test('the last administrator keeps role and account', () => {
  const banned = aUser('second', { banned: true })
  for (const administrators of [[boss], [boss, banned]]) {
    const refusal = refusals.lastAdministrator.sentence
    expect(() => setRoles(boss, 'user', { administrators, now: NOW })).toThrow(refusal)
    expect(() => refuseLastAdministrator({ user: boss, administrators, now: NOW })).toThrow(refusal)
    expect(() => refuseBan({ user: boss, caller: { kind: 'anonymous' }, administrators, now: NOW })).toThrow(refusal)
  }
})

test('an administrator can be demoted, banned and deleted while there is another, and nobody bans themselves', () => {
  const change = { user: boss, administrators: [boss, second], now: NOW }
  const callerOf = (user: User) => ({ kind: 'user', user }) as Parameters<typeof refuseBan>[0]['caller']
  expect(() => refuseLastAdministrator(change)).not.toThrow()
  expect(() => refuseBan({ ...change, caller: callerOf(second) })).not.toThrow()
  expect(() => refuseBan({ ...change, caller: callerOf(boss) })).toThrow(refusals.cannotBanYourself.sentence)
})

test('a caller who lost the role, or is banned, is no administrator any more', () => {
  const { mayNotBan } = refusals
  const asks = (administrators: readonly User[]) => () =>
    refuseFormerAdministrator({ kind: 'user', user: boss } as UserCaller, { administrators, now: NOW }, mayNotBan)
  expect(asks([boss, second])).not.toThrow()
  expect(asks([second])).toThrow(mayNotBan.sentence)
  expect(asks([aUser('boss', { banned: true }), second])).toThrow(mayNotBan.sentence)
  expect(asks([aUser('boss', { banned: true, banExpires: NOW }), second])).not.toThrow()
})

test.each([
  [undefined, undefined, 'No reason', null],
  ['', 60, 'No reason', '2026-03-12T14:21:00.000Z'],
  ['Spam', 60, 'Spam', '2026-03-12T14:21:00.000Z'],
])('a ban for %j of %s seconds has the reason %s and ends at %s', (reason, seconds, stored, end) => {
  const ban = banOf({ reason, seconds }, NOW)
  expect([ban.reason, ban.expiresAt?.toISOString() ?? null]).toEqual([stored, end])
})

test.each([
  ['email', 'Ada@', 'Ada@'],
  ['banned', 'true', true],
  ['emailVerified', '0', false],
  ['banned', 'yes', undefined],
  ['emailVerified', 'constructor', undefined],
  ['createdAt', '2026-03-12T14:20:00Z', NOW],
  ['createdAt', String(NOW.getTime()), NOW],
  ['createdAt', 'yesterday', undefined],
  ['createdAt', '999999999999999', undefined],
  ['id', '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22', '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'],
  ['id', "' or true", undefined],
] as const)('%s compared with %j is compared with %j', (field, text, value) => {
  expect(filterValueOf(field, text)).toEqual(value)
})

test('flags do not support order comparisons', () => {
  expect([isComparable('banned', 'gt'), isComparable('banned', 'ne'), isComparable('name', 'gt')]).toEqual([false, true, true])
})
