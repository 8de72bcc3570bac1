import { createHmac, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from './sealing.ts'

const NOW = 'the present secret, long enough to be one'
const BEFORE = 'an earlier secret, long enough to be one'
const secrets = createSecrets(NOW, [BEFORE])
const earlier = createSecrets(BEFORE)

test('a cookie is signed with the secret itself, in standard base64 with padding', () => {
  const signature = secrets.signCookie('value')
  expect(signature).toBe(createHmac('sha256', NOW).update('value').digest('base64'))
  expect(signature).toHaveLength(44)
  expect(signature.endsWith('=')).toBe(true)
})

test('a signature is valid for its value only, under the current secret or an earlier one', () => {
  expect(secrets.isCookieSigned('value', secrets.signCookie('value'))).toBe(true)
  expect(secrets.isCookieSigned('value', earlier.signCookie('value'))).toBe(true)
  expect(earlier.isCookieSigned('value', secrets.signCookie('value'))).toBe(false)
  for (const wrong of ['', 'x', secrets.signCookie('other'), secrets.signCookie('value').slice(0, -1)])
    expect(secrets.isCookieSigned('value', wrong)).toBe(false)
})

test('sealed text opens again and differs each time', () => {
  const sealed = secrets.seal('token', 'grüße 🎟')
  expect(secrets.open('token', sealed)).toBe('grüße 🎟')
  expect(secrets.seal('token', 'grüße 🎟')).not.toBe(sealed)
  expect(secrets.open('token', secrets.seal('token', ''))).toBe('')
})

test('text sealed with an earlier secret opens; text sealed with an unknown secret is refused with a message', () => {
  expect(secrets.open('token', earlier.seal('token', 'x'))).toBe('x')
  expect(() => earlier.open('token', secrets.seal('token', 'x'))).toThrow('a secret that is not known any more')
})

test('text sealed for one purpose does not open for another', () => {
  expect(() => secrets.open('webhook', secrets.seal('token', 'x'))).toThrow()
})

test('a changed seal never opens', () => {
  const sealed = secrets.seal('token', 'some text')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    // The last character of base64url may carry unused bits.
    if (at < sealed.length - 1) expect(() => secrets.open('token', changed)).toThrow()
  }
  for (const wrong of ['', 'v1', 'v1.x.y', `${sealed}.x`, sealed.slice(0, 30)]) expect(() => secrets.open('token', wrong)).toThrow()
})

test('each purpose and each secret has a signing key of its own, that of the current secret first', () => {
  const signed = (keys: readonly KeyObject[]) => keys.map((key) => createHmac('sha256', key).update('value').digest('hex'))
  const [current, before, ...rest] = signed(secrets.signingKeys('downloads'))
  expect([before, ...rest]).toEqual(signed(earlier.signingKeys('downloads')))
  expect(signed(createSecrets(NOW).signingKeys('downloads'))).toEqual([current])
  const all = [current, before, ...signed(secrets.signingKeys('other')), createHmac('sha256', NOW).update('value').digest('hex')]
  expect(new Set(all).size).toBe(5)
})

test('a digest is lower-case hex SHA-256', () => {
  expect(secrets.digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
