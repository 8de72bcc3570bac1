import { expect, test } from 'vitest'
import type { User } from '#identity/users/model.ts'
import { parseCookies } from '#platform/http/cookies.ts'
import { type CookieDeps, clearedCookies, cookieNames, type SessionSnapshot, sessionCookies, tokenOfCookies } from './cookies.ts'
import { credentialOf } from './credential.ts'
import { signInRefusals } from './refusals.ts'
import { admit, expiryOf, isFresh, renewalOf } from './rules.ts'

const DAY = 86_400
const lifetimes = { lifetime: 7 * DAY, updateAge: DAY }
const now = new Date('2026-03-12T14:20:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('a session lasts a week, and a session that ends with the browser lasts a day', () => {
  expect(expiryOf(true, lifetimes, now)).toEqual(later(7 * DAY))
  expect(expiryOf(false, lifetimes, now)).toEqual(later(DAY))
})

test.each([
  ['renewed a day ago', true, 6 * DAY, later(7 * DAY)],
  ['renewed a second less than a day ago', true, 6 * DAY + 1, undefined],
  ['that ends with the browser', false, 60, undefined],
] as const)('a session %s is renewed when due', (_, isRemembered, leftSeconds, expected) => {
  expect(renewalOf({ isRemembered, expiresAt: later(leftSeconds) }, lifetimes, now)).toEqual(expected)
})

test.each([
  ['created a second less than the fresh age ago', -DAY + 1, -DAY + 1, DAY, true],
  ['created exactly the fresh age ago', -DAY, -DAY, DAY, false],
  ['created long ago and updated recently', -9 * DAY, -60, DAY, true],
  ['created long ago with a fresh age of 0', -9 * DAY, -9 * DAY, 0, true],
] as const)('the freshness of a session %s follows the fresh age', (_, created, updated, freshAge, expected) => {
  expect(isFresh({ createdAt: later(created), updatedAt: later(updated) }, freshAge, now)).toBe(expected)
})

test('a user is admitted unless a ban holds, and an expired ban is lifted', () => {
  const user = { id: 'a user', banned: null, banReason: null, banExpires: null, updatedAt: later(-DAY) } as User
  const banned = { ...user, banned: true, banReason: 'Spam' }
  expect(admit(user, now)).toEqual({ next: user, events: [] })
  expect(admit({ ...banned, banExpires: now }, now)).toEqual({
    next: { ...user, banned: false, updatedAt: now },
    events: ['user.updated', 'user.unbanned'],
  })
  for (const banExpires of [null, later(1)])
    expect(() => admit({ ...banned, banExpires }, now)).toThrow(signInRefusals.BANNED_USER.sentence)
})

function depsOf(hasSecureCookies: boolean): CookieDeps {
  const signCookie = (value: string) => Buffer.from(value.padEnd(32).slice(0, 32)).toString('base64')
  return {
    settings: {
      COOKIE_PREFIX: 'better-auth',
      hasSecureCookies,
      SESSION_EXPIRES_IN: 604_800,
      SESSION_COOKIE_CACHE: true,
      SESSION_COOKIE_CACHE_MAX_AGE: 60,
    },
    database: { listeningSince: () => 0 },
    secrets: { signCookie, isCookieSigned: (value, signature) => signature === signCookie(value) },
  }
}

const deps = depsOf(false)
const token = 'a'.repeat(32)

function snapshot(isRemembered: boolean): SessionSnapshot {
  const user = {
    id: '0195a000-0000-7000-8000-000000000001',
    name: 'Ada',
    email: 'ada@example.test',
    emailVerified: true,
    image: null,
    username: null,
    displayUsername: null,
    role: 'user',
    banned: null,
    banReason: null,
    banExpires: null,
    language: null,
    createdAt: now,
    updatedAt: now,
  }
  const session = {
    id: '0195a000-0000-7000-8000-000000000002',
    token,
    userId: user.id,
    expiresAt: later(DAY),
    createdAt: now,
    updatedAt: now,
    ipAddress: '',
    userAgent: '',
    activeOrganizationId: null,
    activeTeamId: null,
    impersonatedBy: null,
    isRemembered,
  }
  return { session, user, now }
}

test('secure cookies have the prefix __Secure-', () => {
  expect(cookieNames(depsOf(true)).token).toBe('__Secure-better-auth.session_token')
  expect(cookieNames(deps).token).toBe('better-auth.session_token')
})

test('a session that ends with the browser has cookies without a maximum age and a dont_remember cookie', () => {
  const cookies = sessionCookies(snapshot(false), deps)
  const maxAges = cookies.map(({ attributes }) => attributes.maxAgeSeconds)
  expect(cookies.map(({ name }) => name)).toEqual(['better-auth.session_token', 'better-auth.dont_remember', 'better-auth.session_data'])
  expect(maxAges).toEqual([undefined, undefined, deps.settings.SESSION_COOKIE_CACHE_MAX_AGE])
})

test('clearedCookies clears all three cookies', () => {
  const names = ['better-auth.session_token', 'better-auth.session_data', 'better-auth.dont_remember']
  const attributes = { maxAgeSeconds: 0, secure: false }
  expect(clearedCookies(deps)).toEqual(names.map((name) => ({ name, value: '', attributes })))
})

test('a session is not cached when it is too long for a cookie or the clock is not trusted', () => {
  const { session, user } = snapshot(true)
  const names = (image: string, cookieDeps = deps) =>
    sessionCookies({ session, user: { ...user, image }, now }, cookieDeps).map(({ name }) => name)
  expect(names('i'.repeat(1800))).toEqual(['better-auth.session_token', 'better-auth.session_data'])
  expect(names('i'.repeat(2800))).toEqual(['better-auth.session_token'])
  expect(names('i', { ...deps, database: { listeningSince: () => undefined } })).toEqual(['better-auth.session_token'])
})

const [cookie] = sessionCookies(snapshot(true), deps)
const value = decodeURIComponent(cookie?.value ?? '')
const [otherCookie] = sessionCookies({ ...snapshot(true), session: { ...snapshot(true).session, token: 'b'.repeat(32) } }, deps)
test.each([
  ['a forged one before it', `better-auth.session_token=forged.x; better-auth.session_token=${cookie?.value}`, token],
  ['a forged one after it', `better-auth.session_token=${cookie?.value}; better-auth.session_token=forged.x`, token],
  ['a copy of it', `better-auth.session_token=${cookie?.value}; better-auth.session_token=${cookie?.value}`, token],
  ['another session before it', `better-auth.session_token=${otherCookie?.value}; better-auth.session_token=${cookie?.value}`, undefined],
  ['another session after it', `better-auth.session_token=${cookie?.value}; better-auth.session_token=${otherCookie?.value}`, undefined],
])('a session cookie beside %s never gives the session of another host of the domain', (_, header, expected) => {
  expect(tokenOfCookies(parseCookies(header), deps)).toBe(expected)
})

test.each([
  ['as it was sent', value, token],
  ['with another token', `b${value.slice(1)}`, undefined],
  ['with a truncated signature', value.slice(0, -1), undefined],
  ['without a signature', token, undefined],
  ['empty', '', undefined],
  ['with a signature alone', value.slice(value.lastIndexOf('.')), undefined],
])('a session cookie %s gives a token only if its signature is valid', (_, text, expected) => {
  expect(tokenOfCookies(new Map([['better-auth.session_token', text]]), deps)).toBe(expected)
})

test.each([
  ['a bearer token', `Bearer ${token}`, { token, via: 'bearer' }],
  ['a bearer token in any case', `bearer   ${token}`, { token, via: 'bearer' }],
  ["an organization's token", 'Bearer gh_oat_abc', undefined],
  ['an empty bearer token', 'Bearer', undefined],
  ['no bearer token', undefined, { token, via: 'cookie' }],
] as const)('the credential of a request with a cookie and %s is the bearer token if one is sent', (_, authorization, expected) => {
  const cookies = new Map([['better-auth.session_token', value]])
  expect(credentialOf({ headers: { authorization }, cookies }, deps)).toEqual(expected)
})
