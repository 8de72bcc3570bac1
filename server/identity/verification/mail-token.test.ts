import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '#platform/crypto/sealing.ts'
import { readMailToken, signMailToken } from './mail-token.ts'

const SECRET = 'a secret of the tests that is long enough to be one'
const secrets = createSecrets(SECRET)
const now = new Date('2026-03-12T14:20:00.500Z')
const life = { id: 'one', now, expiresAt: new Date('2026-03-12T15:20:00.500Z') }
const expiry = 1_773_328_800

function part(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

/** A token as anybody else could make it who knows `secret`. */
function made(header: unknown, claims: unknown, secret = SECRET): string {
  const body = `${part(header)}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

const HS256 = { alg: 'HS256' }
const good = { email: 'a@b.test', iat: expiry - 3600, exp: expiry }

test('a token is a JSON Web Token by HS256 with the secret as its key', () => {
  const token = signMailToken(secrets, { email: 'a@b.test', updateTo: 'c@b.test' }, life)
  const [head = '', payload = '', signature] = token.split('.')
  expect(signature).toBe(createHmac('sha256', SECRET).update(`${head}.${payload}`).digest('base64url'))
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(claims).toEqual({ email: 'a@b.test', updateTo: 'c@b.test', iat: expiry - 3600, exp: expiry, jti: 'one' })
  expect(readMailToken(secrets, token, now)).toEqual({ email: 'a@b.test', updateTo: 'c@b.test' })
})

test.each([
  ['one of ours', made(HS256, good), { email: 'a@b.test' }],
  ['one with further claims', made(HS256, { ...good, aud: 'x' }), { email: 'a@b.test' }],
  ['one in the second before its end', made(HS256, { ...good, exp: expiry - 3599 }), { email: 'a@b.test' }],
  ['one in the second of its end', made(HS256, { ...good, exp: expiry - 3600 }), 'expired'],
  ['one that is over', made(HS256, { ...good, exp: 1 }), 'expired'],
  ['one without an address', made(HS256, { exp: expiry }), 'invalid'],
  ['one whose address is no text', made(HS256, { ...good, email: ['a@b.test'] }), 'invalid'],
  ['one whose new address is no text', made(HS256, { ...good, updateTo: 7 }), 'invalid'],
  ['one without an end', made(HS256, { email: 'a@b.test' }), 'invalid'],
  ['one of another secret', made(HS256, good, 'better-auth-secret-123456789'), 'invalid'],
  ['one of an empty secret', made(HS256, good, ''), 'invalid'],
  ['one that names no algorithm', made({ alg: 'none' }, good), 'invalid'],
  ['one that names another algorithm', made({ alg: 'HS512' }, good), 'invalid'],
  ['one with critical headers', made({ ...HS256, crit: ['b64'] }, good), 'invalid'],
  ['one whose claims are no JSON', made(HS256, '{'), 'invalid'],
  ['one without a signature', `${part(HS256)}.${part(good)}.`, 'invalid'],
  ['one with a fourth part', `${made(HS256, good)}.x`, 'invalid'],
  ['nothing', '', 'invalid'],
])('%s is read as %3$j', (_, token, expected) => {
  expect(readMailToken(secrets, token, now)).toEqual(expected)
})

test('a token that was signed before the secret was changed is good; an edited one is not', () => {
  const token = signMailToken(secrets, { email: 'a@b.test' }, life)
  expect(readMailToken(createSecrets('another secret that is long enough too', [SECRET]), token, now)).toEqual({ email: 'a@b.test' })
  const [head, , signature] = token.split('.')
  expect(readMailToken(secrets, `${head}.${part({ ...good, email: 'c@b.test' })}.${signature}`, now)).toBe('invalid')
})
