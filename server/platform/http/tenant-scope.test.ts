import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import type { Caller, OrganizationTokenCaller, UserCaller } from '../request/caller.ts'
import { authorize } from './recognize.ts'
import { tenantScopeOf } from './tenant-scope.ts'

const now = new Date('2026-03-01T12:00:00Z')
const [ours, theirs, foreign] = [newId(now), newId(now), newId(now)]
const token: OrganizationTokenCaller = {
  kind: 'organization-token',
  tokenId: newId(now),
  organizationId: ours,
  scopes: new Set(['products:write']),
}

function userWith(active: string | null): UserCaller {
  const times = { createdAt: now, updatedAt: now }
  const user = {
    id: newId(now),
    name: 'Ada',
    email: 'ada@site.test',
    emailVerified: true,
    image: null,
    username: null,
    displayUsername: null,
    role: null,
    banned: null,
    banReason: null,
    banExpires: null,
    ...times,
  }
  const session = {
    id: newId(now),
    token: 't',
    userId: user.id,
    expiresAt: now,
    ipAddress: null,
    userAgent: null,
    activeOrganizationId: active,
    impersonatedBy: null,
    isRemembered: true,
    ...times,
  }
  const scopes = new Map([
    [ours, new Set(['products:read', 'products:write', 'orders:write'])],
    [theirs, new Set(['products:read'])],
  ])
  return { kind: 'user', via: 'cookie', user, session, scopes } as unknown as UserCaller
}

test('the tenant scope contains the organizations where the caller holds the scope', () => {
  expect(tenantScopeOf('scope:products:read', userWith(null)).tenants).toEqual([ours, theirs])
  expect(tenantScopeOf('scope:products:write', userWith(null)).tenants).toEqual([ours])
  expect(tenantScopeOf('scope:orders:read', userWith(null)).tenants).toEqual([])
  expect(tenantScopeOf('scope:products:read', token).tenants).toEqual([ours])
  expect(tenantScopeOf('session', userWith(ours)).tenants).toEqual([])
})

test('a new resource belongs to the named organization, otherwise to the active one', () => {
  expect(tenantScopeOf('scope:products:write', userWith(null)).organizationFor(ours)).toBe(ours)
  expect(tenantScopeOf('scope:products:write', userWith(null)).organizationFor(ours.toUpperCase())).toBe(ours)
  expect(tenantScopeOf('scope:products:write', userWith(ours)).organizationFor(undefined)).toBe(ours)
  expect(tenantScopeOf('scope:products:write', token).organizationFor(null)).toBe(ours)
})

test.each([
  ['no organization is active', userWith(null), undefined],
  ['the active one is foreign', userWith(foreign), undefined],
  ['the named one is foreign', userWith(ours), foreign],
  ['a token names one, even its own', token, ours],
] as [string, Caller, string | undefined][])('organization_id is refused when %s', (_, caller, requested) => {
  const tenantScope = tenantScopeOf('scope:products:write', caller)
  expect(() => tenantScope.organizationFor(requested)).toThrow(expect.objectContaining({ status: 422, loc: ['body', 'organization_id'] }))
})

test('a member without the scope gets 403, even with the scope in another organization', () => {
  const refused = expect.objectContaining({ status: 403, code: 'NotPermitted' })
  const [named, active] = [tenantScopeOf('scope:products:write', userWith(ours)), tenantScopeOf('scope:products:write', userWith(theirs))]
  for (const call of [
    () => named.organizationFor(theirs),
    () => named.organizationsFor([ours, theirs]),
    () => active.organizationFor(undefined),
    () => active.organizationsFor([]),
  ])
    expect(call).toThrow(refused)
  expect([active.organizationFor(ours), active.organizationsFor([ours])]).toEqual([ours, [ours]])
})

test('a list covers the named organizations of the tenant scope, otherwise the own or active organization', () => {
  const access = 'scope:products:read'
  expect(tenantScopeOf(access, userWith(theirs)).organizationsFor(undefined)).toEqual([theirs])
  expect(tenantScopeOf(access, userWith(null)).organizationsFor(undefined)).toEqual([])
  expect(tenantScopeOf(access, userWith(null)).organizationsFor([ours, foreign, ours])).toEqual([ours])
  expect(tenantScopeOf(access, token).organizationsFor([foreign])).toEqual([])
  expect(tenantScopeOf(access, token).organizationsFor([])).toEqual([ours])
})

const v1 = { api: 'v1', hasBearer: true } as const
test.each([
  ['an anonymous caller with an unknown token', 'scope:products:read', { kind: 'anonymous' }, 401, 'invalid_token'],
  ['a token without the scope', 'scope:orders:read', token, 403, 'insufficient_scope'],
  ['a user without the scope in any organization', 'scope:orders:read', userWith(ours), 403, 'NotPermitted'],
  ['a token on a route for users', 'session', token, 403, 'NotPermitted'],
] as const)('%s is refused', (_, access, caller, status, code) => {
  expect(() => authorize(access, caller, v1)).toThrow(expect.objectContaining({ status, code }))
})

test('a caller with access is not refused', () => {
  authorize('scope:products:read', token, v1)
  authorize('scope:products:read', userWith(null), v1)
  authorize('session', userWith(null), v1)
  authorize('anyone', { kind: 'anonymous' }, v1)
  authorize('public', { kind: 'anonymous' }, v1)
})
