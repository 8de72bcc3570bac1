import { validateEvent } from '@polar-sh/sdk/webhooks'
import { validateEvent as validateEventBefore } from 'polar-sdk-0-32/webhooks'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { hasKeyOfItsForm, signatureHeader, verify } from './signature.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const body = JSON.stringify({ type: 'something.unknown', data: {} })

function headersOf(secrets: string[]): Record<string, string> {
  const message = { id: 'a', timestamp: Math.floor(Date.now() / 1000), body }
  return { 'webhook-id': 'a', 'webhook-timestamp': String(message.timestamp), 'webhook-signature': signatureHeader(secrets, message) }
}

test('a Standard Webhooks library accepts a delivery signed with a whsec_ secret', () => {
  expect(new Webhook(SECRET).verify(body, headersOf([SECRET]))).toEqual(JSON.parse(body))
})

test('a Standard Webhooks library accepts a delivery signed with a whsec_ secret that has no padding', () => {
  for (const bytes of [24, 25, 26, 32, 64]) {
    const secret = `whsec_${Buffer.alloc(bytes, 7).toString('base64').replaceAll('=', '')}`
    expect(hasKeyOfItsForm(secret)).toBe(true)
    expect(new Webhook(secret).verify(body, headersOf([secret]))).toEqual(JSON.parse(body))
  }
})

test('a secret of a few bytes that was stored before still signs twice', () => {
  expect(headersOf(['whsec_AAAA'])['webhook-signature']?.split(' ')).toHaveLength(2)
  expect(new Webhook('whsec_AAAA').verify(body, headersOf(['whsec_AAAA']))).toEqual(JSON.parse(body))
})

const encoded = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`

test.each([
  [SECRET, true],
  [SECRET.replace('=', ''), true],
  [encoded(24), true],
  [encoded(64), true],
  [encoded(23), false],
  [encoded(65), false],
  ['whsec_', false],
  ['whsec_xyz!', false],
  ['whsec_AAAA', false],
  [`${SECRET}=`, false],
  [SECRET.replaceAll('A', '-'), false],
  ['a plain secret', true],
])('a secret %s may be chosen: %s', (secret, isAllowed) => {
  expect(hasKeyOfItsForm(secret)).toBe(isAllowed)
})

// The published check verifies the signature before the type: an error about the type means that the signature is valid.
test.each([
  ['0.34.2', validateEvent],
  ['0.32.16', validateEventBefore],
] as const)('validateEvent of %s accepts a whsec_ secret and a plain one, and refuses a wrong one', (_version, validate) => {
  for (const secret of [SECRET, 'a plain secret', 'whsec_not base64!']) {
    expect(() => validate(body, headersOf([secret]), secret)).toThrow(/unknown event type/i)
    expect(() => validate(body, headersOf(['another']), secret)).toThrow(/no matching signature/i)
  }
})

test('a whsec_ secret that is base64 signs twice, any other once', () => {
  expect(headersOf([SECRET])['webhook-signature']?.split(' ')).toHaveLength(2)
  expect(headersOf(['plain'])['webhook-signature']?.split(' ')).toHaveLength(1)
  expect(headersOf(['whsec_not base64!'])['webhook-signature']?.split(' ')).toHaveLength(1)
})

test('during a rotation receivers with the old secret and with the new one both accept', () => {
  const headers = headersOf(['the new one', 'the old one'])
  const now = Number(headers['webhook-timestamp'])
  for (const secret of ['the new one', 'the old one']) expect(verify(secret, { headers, body }, now)).toBe('ok')
  expect(verify('another', { headers, body }, now)).toBe('no matching signature found')
})

test.each(['x', '12.5', '-1', '1e9'])('the timestamp %j is invalid', (stamp) => {
  expect(verify(SECRET, { headers: { ...headersOf([SECRET]), 'webhook-timestamp': stamp }, body }, 1)).toBe('invalid signature headers')
})
