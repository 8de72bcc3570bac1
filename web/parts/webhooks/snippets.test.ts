import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import { signatureHeader } from '#operations/webhooks/signature.ts'
import { newSecret } from './secret.ts'
import { attemptSnippet, checksFor } from './snippets.ts'

const secret = newSecret()
const at = Math.floor(Date.now() / 1000)
const signedWith = (secrets: readonly string[], body: string) => ({
  'webhook-id': '1',
  'webhook-timestamp': String(at),
  'webhook-signature': signatureHeader(secrets, { id: '1', timestamp: at, body }),
})
const run = (headers: Record<string, string>, body: string): unknown =>
  new Function(
    'createHmac',
    'timingSafeEqual',
    'Buffer',
    'process',
    'request',
    'body',
    `${checksFor('').bare.replace(/^import.*$/m, '')}\nreturn isSigned && isFresh`,
  )(createHmac, timingSafeEqual, Buffer, { env: { WEBHOOK_SECRET: secret } }, { headers }, body)

test.each([
  ['a request signed with the secret', signedWith([secret], '{}'), '{}', true],
  ['a request signed during a rotation', signedWith([newSecret(), secret], '{}'), '{}', true],
  ['a request signed with another secret', signedWith([newSecret()], '{}'), '{}', false],
  ['a request with a changed body', signedWith([secret], '{}'), '{ }', false],
])('the signature check for %s returns %s', (_, headers, body, expected) => expect(run(headers, body)).toBe(expected))

test('the curl command of an attempt quotes its headers and body for a shell', () => {
  expect(attemptSnippet('https://example.com/hook', { 'webhook-id': '1' }, `{"name":"Anna's"}`)).toBe(
    `curl 'https://example.com/hook' \\\n  -H 'webhook-id: 1' \\\n  -d '{"name":"Anna'\\''s"}'`,
  )
})
