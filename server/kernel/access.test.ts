import { expect, test } from 'vitest'
import { allowsScope, authorizes, isScope, organizationRoles, scopesOfRoles, tokenScopes } from './access.ts'

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
  expect(scopesOfRoles('owner')).toEqual([...tokenScopes])
  expect(scopesOfRoles('admin')).toEqual([...tokenScopes])
  expect(scopesOfRoles('member').every((scope) => scope.endsWith(':read'))).toBe(true)
  expect(scopesOfRoles('clerk', { clerk: { billing: ['orders:read', 'nonsense'] } })).toEqual(['orders:read'])
  expect(scopesOfRoles('toString')).toEqual([])
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
