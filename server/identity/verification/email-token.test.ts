import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '#platform/crypto/sealing.ts'
import { signEmailToken, verifyEmailToken } from './email-token.ts'

const SECRET = 'a secret of the tests that is long enough to be one'
const secrets = createSecrets(SECRET)
const now = new Date('2026-03-12T14:20:00.500Z')
const life = { id: 'one', now, expiresAt: new Date('2026-03-12T15:20:00.500Z') }
const expiry = 1_773_328_800

function part(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

/** A token that any holder of `secret` could create. */
function tokenWith(header: unknown, claims: unknown, secret = SECRET): string {
  const body = `${part(header)}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

const HS256 = { alg: 'HS256' }
const good = { email: 'a@b.test', iat: expiry - 3600, exp: expiry }

test('a token is a JSON Web Token with HS256 and the secret as its key', () => {
  const token = signEmailToken(secrets, { email: 'a@b.test', updateTo: 'c@b.test' }, life)
  const [head = '', payload = '', signature] = token.split('.')
  expect(signature).toBe(createHmac('sha256', SECRET).update(`${head}.${payload}`).digest('base64url'))
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(claims).toEqual({ email: 'a@b.test', updateTo: 'c@b.test', iat: expiry - 3600, exp: expiry, jti: 'one' })
  expect(verifyEmailToken(secrets, token, now)).toEqual({ email: 'a@b.test', updateTo: 'c@b.test' })
})

test.each([
  ['one of ours', tokenWith(HS256, good), { email: 'a@b.test' }],
  ['one with further claims', tokenWith(HS256, { ...good, aud: 'x' }), { email: 'a@b.test' }],
  ['one a second before its expiry', tokenWith(HS256, { ...good, exp: expiry - 3599 }), { email: 'a@b.test' }],
  ['one at its expiry', tokenWith(HS256, { ...good, exp: expiry - 3600 }), 'expired'],
  ['an expired one', tokenWith(HS256, { ...good, exp: 1 }), 'expired'],
  ['one without an email', tokenWith(HS256, { exp: expiry }), 'invalid'],
  ['one whose email is not a string', tokenWith(HS256, { ...good, email: ['a@b.test'] }), 'invalid'],
  ['one whose new email is not a string', tokenWith(HS256, { ...good, updateTo: 7 }), 'invalid'],
  ['one without an expiry', tokenWith(HS256, { email: 'a@b.test' }), 'invalid'],
  ['one signed with another secret', tokenWith(HS256, good, 'better-auth-secret-123456789'), 'invalid'],
  ['one signed with an empty secret', tokenWith(HS256, good, ''), 'invalid'],
  ['one that names no algorithm', tokenWith({ alg: 'none' }, good), 'invalid'],
  ['one that names another algorithm', tokenWith({ alg: 'HS512' }, good), 'invalid'],
  ['one with critical headers', tokenWith({ ...HS256, crit: ['b64'] }, good), 'invalid'],
  ['one whose claims are not JSON', tokenWith(HS256, '{'), 'invalid'],
  ['one without a signature', `${part(HS256)}.${part(good)}.`, 'invalid'],
  ['one with a fourth part', `${tokenWith(HS256, good)}.x`, 'invalid'],
  ['an empty text', '', 'invalid'],
])('a token, %s, is verified as %3$j', (_, token, expected) => {
  expect(verifyEmailToken(secrets, token, now)).toEqual(expected)
})

test('a token that was signed before the secret was changed is valid; an edited one is not', () => {
  const token = signEmailToken(secrets, { email: 'a@b.test' }, life)
  expect(verifyEmailToken(createSecrets('another secret that is long enough too', [SECRET]), token, now)).toEqual({ email: 'a@b.test' })
  const [head, , signature] = token.split('.')
  expect(verifyEmailToken(secrets, `${head}.${part({ ...good, email: 'c@b.test' })}.${signature}`, now)).toBe('invalid')
})
