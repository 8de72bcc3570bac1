import { expect, test } from 'vitest'
import { type CookieGround, clearedCookies, cookieNames, sessionCookies, tokenOfCookies } from './cookies.ts'
import { credentialOf } from './credential.ts'
import { expiryOf, usageOf } from './rules.ts'

const DAY = 86_400
const lives = { life: 7 * DAY, updateAge: DAY }
const now = new Date('2026-03-12T14:20:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('a session lives a week, one that is not to be remembered a day', () => {
  expect(expiryOf(true, lives, now)).toEqual(later(7 * DAY))
  expect(expiryOf(false, lives, now)).toEqual(later(DAY))
})

test.each([
  ['a day after its last renewal', true, 6 * DAY, 0, { expiresAt: later(7 * DAY), lastSeenAt: now, isRenewed: true }],
  ['a second before that', true, 6 * DAY + 1, 0, undefined],
  ['ten minutes after it was last seen', true, 6 * DAY + 1, 600, { expiresAt: later(6 * DAY + 1), lastSeenAt: now, isRenewed: false }],
  ['when it is not to be remembered', false, 60, 0, undefined],
] as const)('using a session %s', (_, isRemembered, leftSeconds, unseenSeconds, expected) => {
  const session = { isRemembered, expiresAt: later(leftSeconds), lastSeenAt: later(-unseenSeconds) }
  expect(usageOf(session, lives, now)).toEqual(expected)
})

function groundOf(hasSecureCookies: boolean): CookieGround {
  const signCookie = (value: string) => Buffer.from(value.padEnd(32).slice(0, 32)).toString('base64')
  return {
    settings: { COOKIE_PREFIX: 'better-auth', hasSecureCookies, SESSION_EXPIRES_IN: 604_800 },
    secrets: { signCookie, isCookieSigned: (value, signature) => signature === signCookie(value) },
  }
}

const plain = groundOf(false)
const token = 'a'.repeat(32)

test('secure cookies carry the prefix that browsers hold them to', () => {
  expect(cookieNames(groundOf(true)).token).toBe('__Secure-better-auth.session_token')
  expect(cookieNames(plain).token).toBe('better-auth.session_token')
})

test('a session that is not to be remembered ends with the browser, and says so', () => {
  const cookies = sessionCookies({ token, isRemembered: false }, plain)
  expect(cookies.map(({ name }) => name)).toEqual(['better-auth.session_token', 'better-auth.dont_remember'])
  expect(cookies.every(({ attributes }) => attributes.maxAgeSeconds === undefined)).toBe(true)
})

test('clearing empties all three cookies', () => {
  const names = ['better-auth.session_token', 'better-auth.session_data', 'better-auth.dont_remember']
  const attributes = { maxAgeSeconds: 0, secure: false }
  expect(clearedCookies(plain)).toEqual(names.map((name) => ({ name, value: '', attributes })))
})

const [cookie] = sessionCookies({ token, isRemembered: true }, plain)
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
