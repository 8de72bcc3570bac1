import { expect, test } from 'vitest'
import {
  authorizes,
  covers,
  findPermissionFault,
  isRoleName,
  isScope,
  organizationRoles,
  rolesWith,
  scopesOfRoles,
  tokenScopes,
} from './access.ts'
import { allowsScope } from './allows-scope.ts'

test.each([
  ['owner', { organization: ['delete'] }, true],
  ['admin', { organization: ['update'], member: ['create', 'delete'] }, true],
  ['admin', { organization: ['delete'] }, false],
  ['member', { team: ['create'] }, false],
  ['member,owner', { team: ['create'] }, true],
  ['admin', {}, false],
  ['owner', { organization: [] }, false],
  ['owner', { nothing: ['create'] }, false],
  ['constructor', { organization: ['update'] }, false],
  ['', { organization: ['update'] }, false],
])('role %s and request %j: authorized is %s', (roles, request, allowed) => {
  expect(authorizes(roles, request, organizationRoles)).toBe(allowed)
})

test('one role must authorize the whole request; two roles that cover a part each do not', () => {
  const custom = { writer: { team: ['create'] }, inviter: { invitation: ['create'] } }
  expect(authorizes('writer,inviter', { team: ['create'], invitation: ['create'] }, custom)).toBe(false)
})

test('owner and admin have every scope, a member the read scopes, a custom role the scopes that it lists', () => {
  const roles = rolesWith({}, { clerk: { billing: ['orders:read', 'nonsense'] } })
  expect(scopesOfRoles('owner', roles)).toEqual([...tokenScopes])
  expect(scopesOfRoles('admin', roles)).toEqual([...tokenScopes])
  expect(scopesOfRoles('member', roles).length).toBeGreaterThan(0)
  expect(scopesOfRoles('member', roles).every((scope) => scope.endsWith(':read'))).toBe(true)
  expect(scopesOfRoles('clerk', roles)).toEqual(['orders:read'])
  expect(scopesOfRoles('toString,nobody', roles)).toEqual([])
})

test('a built-in role takes precedence over a role of the settings, and that over a custom role of the organization', () => {
  const roles = rolesWith(
    { clerk: { team: ['create'] }, owner: {} },
    { clerk: {}, scribe: { team: ['update'] }, member: organizationRoles.owner },
  )
  expect(roles).toEqual({ ...organizationRoles, clerk: { team: ['create'] }, scribe: { team: ['update'] } })
})

test.each([
  ['owner', organizationRoles.admin, true],
  ['admin', organizationRoles.admin, true],
  ['admin', organizationRoles.owner, false],
  ['member', {}, true],
  ['member', { team: ['create'] }, false],
  ['writer,inviter', { team: ['create'], invitation: ['create'] }, true],
  ['', { team: [] }, true],
])('the permissions of %s cover %j: %s', (text, permissions, covered) => {
  const roles = { ...organizationRoles, writer: { team: ['create'] }, inviter: { invitation: ['create'] } }
  expect(covers(text, permissions, roles)).toBe(covered)
})

test.each(['owner', 'admin', 'member', '', 'Clerk', 'clerk one', 'a,b', '-clerk', '__proto__', 'ä', 'x'.repeat(41)])(
  '%j is not a valid role name',
  (name) => expect(isRoleName(name)).toBe(false),
)

test.each(['clerk', 'clerk-2', 'clerk_two', '1st', 'constructor', 'x'.repeat(40)])('%j is a valid role name', (name) =>
  expect(isRoleName(name)).toBe(true),
)

test.each([
  [null, 'must be an object of resources and their actions'],
  [['team'], 'must be an object of resources and their actions'],
  [{ sales: ['create'] }, 'names the unknown resource "sales"'],
  [{ toString: ['create'] }, 'names the unknown resource "toString"'],
  [{ team: 'create' }, 'must list the actions of team'],
  [{ team: ['create', 'paint'] }, 'names the unknown action "paint" of team'],
  [{ billing: ['admin'] }, 'names the unknown action "admin" of billing'],
  [{ team: [], billing: ['orders:read'] }, undefined],
])('permissions %j have the fault: %s', (permissions, fault) => {
  expect(findPermissionFault(permissions)).toBe(fault)
})

test.each([
  [['products:read'], 'products:read', true],
  [['products:write'], 'products:read', true],
  [['products:read'], 'products:write', false],
  [['orders:write'], 'orders:read', false],
  [['orders:read'], 'orders:read', true],
  [[], 'metrics:read', false],
] as const)('scopes %j allow an operation that needs %s: %s', (held, required, allowed) => {
  expect(allowsScope(held, required)).toBe(allowed)
})

test('scopes of customers and of the platform are not scopes of a merchant token', () => {
  expect(['products:read', 'customer_portal:read', 'admin', 'openid'].map(isScope)).toEqual([true, false, false, false])
})
