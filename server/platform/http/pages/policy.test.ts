import { expect, test } from 'vitest'
import { pagePolicy } from './policy.ts'

const directives = (policy: string) => policy.split('; ')

test.each([
  ['nothing but this server', {}, "connect-src 'self'", "frame-ancestors 'none'"],
  [
    'the bucket to which it sends files',
    { sendsTo: 'https://s3.example' },
    "connect-src 'self' https://s3.example",
    "frame-ancestors 'none'",
  ],
  ['the page that may frame it', { framedBy: 'https://shop.example' }, "connect-src 'self'", 'frame-ancestors https://shop.example'],
])('a page has to do with %s', (_, origins, connect, frame) => {
  const policy = directives(pagePolicy({ nonce: 'abc', scriptHashes: [] }, origins))
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self' 'nonce-abc'", connect, frame]))
  expect(policy.join(' ')).not.toContain('stripe')
})

test('a page that takes payments by Stripe has to do with its script, its frames and its API', () => {
  const policy = directives(pagePolicy({ nonce: 'abc', scriptHashes: [] }, { paysByStripe: true }))
  expect(policy).toEqual(
    expect.arrayContaining([
      "script-src 'self' 'nonce-abc' https://js.stripe.com https://*.js.stripe.com",
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      "connect-src 'self' https://api.stripe.com",
    ]),
  )
})
