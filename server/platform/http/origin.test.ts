import { describe, expect, test } from 'vitest'
import { trustedOrigins } from './origin.ts'

const origins = trustedOrigins('https://site.test', ['http://localhost:5173', '*.wild.test', 'myapp://', 'https://*.never.test'])

test.each([
  ['https://site.test', true],
  ['http://localhost:5173', true],
  ['https://a.wild.test', true],
  ['http://a.b.wild.test', true],
  ['myapp://', true],
  ['null', false],
  ['', false],
  ['http://site.test', false],
  ['https://site.test:8443', false],
  ['https://site.test.evil.test', false],
  ['https://site.evil.test', false],
  ['http://localhost:5174', false],
  ['https://wild.test', false],
  ['https://evilwild.test', false],
  ['https://a.wild.test:3000', false],
  ['https://a.never.test', false],
  ['javascript://a.wild.test', false],
  ['not a URL', false],
  ['/', false],
])('the origin "%s" is trusted: %s', (origin, trusted) => {
  expect(origins.trustsOrigin(origin)).toBe(trusted)
})

describe('redirect targets', () => {
  test.each([
    '/',
    '/dashboard',
    '/a/b?x=1&y=%20',
    '/@user+tag.name',
    'https://site.test/after?x=1#part',
    'https://a.wild.test/x',
    'myapp://opened',
  ])('%s is trusted', (target) => {
    expect(origins.trustsTarget(target)).toBe(true)
  })
  test.each([
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/%2f/evil.test',
    '/%5cevil.test',
    '/%2F%2Fevil.test',
    '/\tevil',
    '/\n/evil.test',
    'https://evil.test',
    'https://site.test.evil.test',
    'https://site.testevil.test',
    'https://site.test@evil.test',
    'https://evil@site.test/',
    'https://evil.test/https://site.test',
    'https://evil.test?.wild.test',
    'https://evil.test#.wild.test',
    'https://evil.test/.wild.test',
    'https://ｓite.test.evil.test',
    'https://site。evil.test',
    'http:/\\evil.test',
    'https:\\\\site.test',
    'https:site.evil.test',
    'javascript:alert(1)',
    'javascript://a.wild.test/%0aalert(1)',
    'data:text/html,x',
    ' https://site.test',
    'https://site.test\u0000',
    '/#fragment',
    'relative',
    '',
    'https://site.test\ud800',
  ])('%j is not trusted', (target) => {
    expect(origins.trustsTarget(target)).toBe(false)
  })
})

test('only exact http(s) origins get CORS with credentials', () => {
  const candidates = ['https://site.test', 'http://localhost:5173', 'https://a.wild.test', 'myapp://', 'null']
  expect(candidates.filter((origin) => origins.isExact(origin))).toEqual(['https://site.test', 'http://localhost:5173'])
})

test.each([
  ['other://open', true],
  ['other://open/path', true],
  ['other://open?code=1', true],
  ['other://open.evil/path', false],
  ['other://opened', false],
  ['other://', false],
])('where other://open is trusted, %s is: %s', (target, isTrusted) => {
  expect(trustedOrigins('https://site.test', ['other://open']).trustsTarget(target)).toBe(isTrusted)
})
