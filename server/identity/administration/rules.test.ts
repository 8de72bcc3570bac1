import { expect, test } from 'vitest'
import { administrationRefusals as refusals } from './refusals.ts'
import {
  banEndOf,
  filterValueOf,
  isComparable,
  isDemoted,
  isPromoted,
  mayAdminister,
  requireAdministrator,
  requirePermission,
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

test.each([
  ['admin', 'user', true, false],
  ['user,admin', 'admin', false, false],
  ['user', 'user,admin', false, true],
  [null, 'admin', false, true],
  [null, 'user', false, false],
])('from %j to %s: demoted %s, promoted %s', (from, to, demoted, promoted) => {
  expect([isDemoted({ role: from }, to), isPromoted({ role: from }, to)]).toEqual([demoted, promoted])
})

test.each([
  [undefined, null],
  [60, '2026-03-12T14:21:00.000Z'],
])('a ban of %s seconds ends at %s', (seconds, end) => {
  expect(banEndOf(seconds, NOW)?.toISOString() ?? null).toBe(end)
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
