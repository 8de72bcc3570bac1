import { expect, test } from 'vitest'
import type { FullOrganization, MemberWithUser } from '#client/index.ts'
import { membershipOf } from './membership.ts'
import { combinedPermissions, isSame, rolesByName, toggle } from './permissions.ts'

const everything = { organization: ['update', 'delete'], member: ['update'], billing: ['orders:read', 'orders:write'] }
const roles = [
  { name: 'owner', permissions: everything },
  { name: 'admin', permissions: { ...everything, organization: ['update'] } },
  { name: 'member', permissions: { billing: ['orders:read'] } },
  { name: 'clerk', permissions: { member: ['update'] } },
  { name: 'closer', permissions: { organization: ['delete'] } },
].map(({ name, permissions }) => ({
  id: name,
  organizationId: 'o',
  role: name,
  permission: permissions,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: null,
  name,
  permissions,
  source: 'organization' as const,
  members: 1,
}))
const membershipWith = (role: string) =>
  membershipOf({ members: [] as MemberWithUser[] } as unknown as FullOrganization, { id: 'm', role } as MemberWithUser, roles)

test.each([
  ['owner', { organization: ['delete'] }, true],
  ['admin', { organization: ['delete'] }, false],
  ['member,clerk', { member: ['update'] }, true],
  ['member,clerk', { member: ['update'], billing: ['orders:read'] }, false],
  ['stranger', { member: ['update'] }, false],
  ['owner', {}, false],
  ['owner', { member: [] }, false],
  ['constructor', { name: ['length'] }, false],
])('a member with the roles %s may %j: %j', (text, request, allowed) => {
  expect(membershipWith(text).may(request)).toBe(allowed)
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
  expect(membershipWith(text).mayAssign(role)).toBe(allowed)
})

test('the permissions of several roles are combined', () => {
  expect(combinedPermissions('clerk,closer,stranger', rolesByName(roles))).toEqual({ member: ['update'], organization: ['delete'] })
})

test('toggling adds and removes an action, and drops a resource without actions', () => {
  const toggled = toggle({}, 'team', 'create')
  expect(toggled).toEqual({ team: ['create'] })
  expect(toggle(toggled, 'team', 'create')).toEqual({})
})

test.each([
  [{ a: ['x', 'y'], b: [] }, { a: ['y', 'x'] }, true],
  [{ a: ['x', 'y'] }, { a: ['x'] }, false],
  [{ a: ['x'] }, { b: ['x'] }, false],
])('the permissions %j and %j are equal: %s', (a, b, equal) => {
  expect(isSame(a, b)).toBe(equal)
})
