import { expect, test } from 'vitest'
import { authorizes, combinedPermissions, covers, isSame, mayAssign, toggle } from './permissions.ts'

const everything = { organization: ['update', 'delete'], member: ['update'], billing: ['orders:read', 'orders:write'] }
const roles = [
  { name: 'owner', permissions: everything },
  { name: 'admin', permissions: { ...everything, organization: ['update'] } },
  { name: 'member', permissions: { billing: ['orders:read'] } },
  { name: 'clerk', permissions: { member: ['update'] } },
  { name: 'closer', permissions: { organization: ['delete'] } },
]

test.each([
  ['owner', { organization: ['delete'] }, true],
  ['admin', { organization: ['delete'] }, false],
  ['member,clerk', { member: ['update'] }, true],
  ['member,clerk', { member: ['update'], billing: ['orders:read'] }, false],
  ['stranger', { member: ['update'] }, false],
])('the roles %s authorize %j: %j', (text, request, allowed) => {
  expect(authorizes(text, request, roles)).toBe(allowed)
})

test.each([
  ['owner', 'owner', true],
  ['admin', 'owner', false],
  ['admin', 'clerk', true],
  ['admin', 'closer', false],
  ['clerk', 'member', true],
  ['clerk', 'clerk', true],
  ['clerk', 'admin', false],
  ['clerk,closer', 'closer', true],
])('a member with %s may assign %s: %j', (text, role, allowed) => {
  expect(mayAssign(text, role, roles)).toBe(allowed)
})

test('the permissions of several roles are combined', () => {
  expect(combinedPermissions('clerk,closer', roles)).toEqual({ member: ['update'], organization: ['delete'] })
  expect(covers(combinedPermissions('clerk,closer', roles), { organization: ['delete'], member: ['update'] })).toBe(true)
})

test('toggling adds and removes an action, and drops a resource without actions', () => {
  const toggled = toggle({}, 'team', 'create')
  expect(toggled).toEqual({ team: ['create'] })
  expect(toggle(toggled, 'team', 'create')).toEqual({})
  expect(isSame({ a: ['x', 'y'], b: [] }, { a: ['y', 'x'] })).toBe(true)
})
