import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import { signatureHeader } from '#operations/webhooks/signature.ts'
import { newSecret } from './secret.ts'
import { attemptSnippet, checks } from './snippets.ts'

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
    `${checks.bare.replace(/^import.*$/m, '')}\nreturn isSigned && isFresh`,
  )(createHmac, timingSafeEqual, Buffer, { env: { WEBHOOK_SECRET: secret } }, { headers }, body)

test.each([
  ['a call signed with the secret', signedWith([secret], '{}'), '{}', true],
  ['a call signed during a rotation', signedWith([newSecret(), secret], '{}'), '{}', true],
  ['a call signed with another secret', signedWith([newSecret()], '{}'), '{}', false],
  ['a call whose body was changed', signedWith([secret], '{}'), '{ }', false],
])('the shown check, on %s, says %s', (_, headers, body, expected) => expect(run(headers, body)).toBe(expected))

test('an attempt is shown as a call that a shell reads as it was sent', () => {
  expect(attemptSnippet('https://example.com/hook', { 'webhook-id': '1' }, `{"name":"Anna's"}`)).toBe(
    `curl 'https://example.com/hook' \\\n  -H 'webhook-id: 1' \\\n  -d '{"name":"Anna'\\''s"}'`,
  )
})
