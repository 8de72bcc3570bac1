import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import type { Caller, OrganizationTokenCaller, UserCaller } from './caller.ts'
import { admit } from './recognize.ts'
import { tenantScopeOf } from './tenant-scope.ts'

const now = new Date('2026-03-01T12:00:00Z')
const [ours, theirs, foreign] = [newId(now), newId(now), newId(now)]
const token: OrganizationTokenCaller = {
  kind: 'organization-token',
  tokenId: newId(now),
  organizationId: ours,
  scopes: new Set(['products:write']),
}

function person(active: string | null): UserCaller {
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
  return { kind: 'user', via: 'cookie', user, session, memberships: [], scopes } as unknown as UserCaller
}

test('a caller reaches the organizations where it holds the scope', () => {
  expect(tenantScopeOf('scope:products:read', person(null)).tenants).toEqual([ours, theirs])
  expect(tenantScopeOf('scope:products:write', person(null)).tenants).toEqual([ours])
  expect(tenantScopeOf('scope:orders:read', person(null)).tenants).toEqual([])
  expect(tenantScopeOf('scope:products:read', token).tenants).toEqual([ours])
  expect(tenantScopeOf('session', person(ours)).tenants).toEqual([])
})

test('something new belongs to the named organization, else to the active one', () => {
  expect(tenantScopeOf('scope:products:write', person(null)).organizationFor(ours)).toBe(ours)
  expect(tenantScopeOf('scope:products:write', person(null)).organizationFor(ours.toUpperCase())).toBe(ours)
  expect(tenantScopeOf('scope:products:write', person(ours)).organizationFor(undefined)).toBe(ours)
  expect(tenantScopeOf('scope:products:write', token).organizationFor(null)).toBe(ours)
})

test.each([
  ['no organization is active', person(null), undefined],
  ['the active one is foreign', person(foreign), undefined],
  ['the named one is foreign', person(ours), foreign],
  ['a token names one, even its own', token, ours],
] as [string, Caller, string | undefined][])('it is refused at the field when %s', (_, caller, given) => {
  const reach = tenantScopeOf('scope:products:write', caller)
  expect(() => reach.organizationFor(given)).toThrow(expect.objectContaining({ status: 422, loc: ['body', 'organization_id'] }))
})

test('whoever belongs to an organization and may not do it there hears so, whatever they may elsewhere', () => {
  const refused = expect.objectContaining({ status: 403, code: 'NotPermitted' })
  const [named, active] = [tenantScopeOf('scope:products:write', person(ours)), tenantScopeOf('scope:products:write', person(theirs))]
  for (const ask of [
    () => named.organizationFor(theirs),
    () => named.listed([ours, theirs]),
    () => active.organizationFor(undefined),
    () => active.listed([]),
  ])
    expect(ask).toThrow(refused)
  expect([active.organizationFor(ours), active.listed([ours])]).toEqual([ours, [ours]])
})

test('a list covers what is named and within reach, else the own or active organization', () => {
  const access = 'scope:products:read'
  expect(tenantScopeOf(access, person(theirs)).listed(undefined)).toEqual([theirs])
  expect(tenantScopeOf(access, person(null)).listed(undefined)).toEqual([])
  expect(tenantScopeOf(access, person(null)).listed([ours, foreign, ours])).toEqual([ours])
  expect(tenantScopeOf(access, token).listed([foreign])).toEqual([])
  expect(tenantScopeOf(access, token).listed([])).toEqual([ours])
})

const v1 = { half: 'v1', hasBearer: true } as const
test.each([
  ['nobody with a token that is unknown', 'scope:products:read', { kind: 'anonymous' }, 401, 'invalid_token'],
  ['a token without the scope', 'scope:orders:read', token, 403, 'insufficient_scope'],
  ['a person without the scope anywhere', 'scope:orders:read', person(ours), 403, 'NotPermitted'],
  ['a token where a person is asked for', 'session', token, 403, 'NotPermitted'],
] as const)('%s is turned away', (_, access, caller, status, code) => {
  expect(() => admit(access, caller, v1)).toThrow(expect.objectContaining({ status, code }))
})

test('whoever may come in comes in', () => {
  admit('scope:products:read', token, v1)
  admit('scope:products:read', person(null), v1)
  admit('session', person(null), v1)
  admit('anyone', { kind: 'anonymous' }, v1)
  admit('public', { kind: 'anonymous' }, v1)
})
