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
})
