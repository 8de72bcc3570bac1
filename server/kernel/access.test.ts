import { expect, test } from 'vitest'
import {
  allowsScope,
  authorizes,
  covers,
  faultOfPermissions,
  isRoleName,
  isScope,
  organizationRoles,
  rolesWith,
  scopesOfRoles,
  tokenScopes,
} from './access.ts'

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
])('%s asking for %j: %s', (roles, request, allowed) => {
  expect(authorizes(roles, request, organizationRoles)).toBe(allowed)
})

test('one role must authorize the whole request; two halves do not add up', () => {
  const made = { writer: { team: ['create'] }, inviter: { invitation: ['create'] } }
  expect(authorizes('writer,inviter', { team: ['create'], invitation: ['create'] }, made)).toBe(false)
})

test('owner and admin have every scope, a member reads, a made role has what it lists', () => {
  const roles = rolesWith({}, { clerk: { billing: ['orders:read', 'nonsense'] } })
  expect(scopesOfRoles('owner', roles)).toEqual([...tokenScopes])
  expect(scopesOfRoles('admin', roles)).toEqual([...tokenScopes])
  expect(scopesOfRoles('member', roles).length).toBeGreaterThan(0)
  expect(scopesOfRoles('member', roles).every((scope) => scope.endsWith(':read'))).toBe(true)
  expect(scopesOfRoles('clerk', roles)).toEqual(['orders:read'])
  expect(scopesOfRoles('toString,nobody', roles)).toEqual([])
})

test('a built-in role wins over one of the settings, and this one over one that an organization made', () => {
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
])('what %s may do covers %j: %s', (text, permissions, covered) => {
  const roles = { ...organizationRoles, writer: { team: ['create'] }, inviter: { invitation: ['create'] } }
  expect(covers(text, permissions, roles)).toBe(covered)
})

test.each(['owner', 'admin', 'member', '', 'Clerk', 'clerk one', 'a,b', '-clerk', '__proto__', 'ä', 'x'.repeat(41)])(
  'a role cannot be called %j',
  (name) => expect(isRoleName(name)).toBe(false),
)

test.each(['clerk', 'clerk-2', 'clerk_two', '1st', 'constructor', 'x'.repeat(40)])('a role can be called %j', (name) =>
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
])('permissions %j: %s', (given, fault) => {
  expect(faultOfPermissions(given)).toBe(fault)
})

test.each([
  [['products:read'], 'products:read', true],
  [['products:write'], 'products:read', true],
  [['products:read'], 'products:write', false],
  [['orders:write'], 'orders:read', false],
  [['orders:read'], 'orders:read', true],
  [[], 'metrics:read', false],
] as const)('holding %j opens what asks for %s: %s', (held, wanted, allowed) => {
  expect(allowsScope(held, wanted)).toBe(allowed)
})

test('scopes of customers and of the platform are no scopes of a merchant token', () => {
  expect(['products:read', 'customer_portal:read', 'admin', 'openid'].map(isScope)).toEqual([true, false, false, false])
})
