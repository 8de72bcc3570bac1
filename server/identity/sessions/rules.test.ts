import { expect, test } from 'vitest'
import { type CookieGround, clearedCookies, cookieNames, type Shown, sessionCookies, tokenOfCookies } from './cookies.ts'
import { credentialOf } from './credential.ts'
import { expiryOf, isFresh, renewalOf } from './rules.ts'

const DAY = 86_400
const lives = { life: 7 * DAY, updateAge: DAY }
const now = new Date('2026-03-12T14:20:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('a session lives a week, one that is not to be remembered a day', () => {
  expect(expiryOf(true, lives, now)).toEqual(later(7 * DAY))
  expect(expiryOf(false, lives, now)).toEqual(later(DAY))
})

test.each([
  ['a day after its last renewal', true, 6 * DAY, later(7 * DAY)],
  ['a second before that', true, 6 * DAY + 1, undefined],
  ['when it is not to be remembered', false, 60, undefined],
] as const)('using a session %s', (_, isRemembered, leftSeconds, expected) => {
  expect(renewalOf({ isRemembered, expiresAt: later(leftSeconds) }, lives, now)).toEqual(expected)
})

test.each([
  ['begun a second less than the fresh age ago', -DAY + 1, -DAY + 1, DAY, true],
  ['begun that long ago', -DAY, -DAY, DAY, false],
  ['begun long ago and changed since', -9 * DAY, -60, DAY, true],
  ['begun long ago, where nothing has to be fresh', -9 * DAY, -9 * DAY, 0, true],
] as const)('a session %s', (_, created, updated, freshAge, expected) => {
  expect(isFresh({ createdAt: later(created), updatedAt: later(updated) }, freshAge, now)).toBe(expected)
})

function groundOf(hasSecureCookies: boolean): CookieGround {
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

const plain = groundOf(false)
const token = 'a'.repeat(32)

function shown(isRemembered: boolean): Shown {
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
    impersonatedBy: null,
    isRemembered,
  }
  return { session, user, now }
}

test('secure cookies carry the prefix that browsers hold them to', () => {
  expect(cookieNames(groundOf(true)).token).toBe('__Secure-better-auth.session_token')
  expect(cookieNames(plain).token).toBe('better-auth.session_token')
})

test('a session that is not to be remembered ends with the browser, and says so', () => {
  const cookies = sessionCookies(shown(false), plain)
  const lives = cookies.map(({ attributes }) => attributes.maxAgeSeconds)
  expect(cookies.map(({ name }) => name)).toEqual(['better-auth.session_token', 'better-auth.dont_remember', 'better-auth.session_data'])
  expect(lives).toEqual([undefined, undefined, plain.settings.SESSION_COOKIE_CACHE_MAX_AGE])
})

test('clearing empties all three cookies', () => {
  const names = ['better-auth.session_token', 'better-auth.session_data', 'better-auth.dont_remember']
  const attributes = { maxAgeSeconds: 0, secure: false }
  expect(clearedCookies(plain)).toEqual(names.map((name) => ({ name, value: '', attributes })))
})

test('a copy too long for a cookie is not made, nor one while the time is not sure', () => {
  const { session, user } = shown(true)
  const names = (image: string, ground = plain) =>
    sessionCookies({ session, user: { ...user, image }, now }, ground).map(({ name }) => name)
  expect(names('i'.repeat(1800))).toEqual(['better-auth.session_token', 'better-auth.session_data'])
  expect(names('i'.repeat(2800))).toEqual(['better-auth.session_token'])
  expect(names('i', { ...plain, database: { listeningSince: () => undefined } })).toEqual(['better-auth.session_token'])
})

const [cookie] = sessionCookies(shown(true), plain)
const value = decodeURIComponent(cookie?.value ?? '')
test.each([
  ['as it was sent', value, token],
  ['with another token', `b${value.slice(1)}`, undefined],
  ['with a cut signature', value.slice(0, -1), undefined],
  ['without a signature', token, undefined],
  ['empty', '', undefined],
  ['a signature alone', value.slice(value.lastIndexOf('.')), undefined],
])('a session cookie %s', (_, text, expected) => {
  expect(tokenOfCookies(new Map([['better-auth.session_token', text]]), plain)).toBe(expected)
})

test.each([
  ['a bearer token', `Bearer ${token}`, { token, via: 'bearer' }],
  ['a bearer token in any case', `bearer   ${token}`, { token, via: 'bearer' }],
  ["an organization's token", 'Bearer gh_oat_abc', undefined],
  ['an empty bearer token', 'Bearer', undefined],
  ['no bearer token', undefined, { token, via: 'cookie' }],
] as const)('a cookie with %s', (_, authorization, expected) => {
  const cookies = new Map([['better-auth.session_token', value]])
  expect(credentialOf({ headers: { authorization }, cookies }, plain)).toEqual(expected)
})
