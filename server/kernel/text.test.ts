import { expect, test } from 'vitest'
import { base62, isToken, newToken, prefixes, randomText, tokenFrom } from '../contract/token.ts'
import { foldEmail } from './emails/email.ts'
import { isId, newId } from './id.ts'
import { initialsOf } from './initials.ts'
import { languages } from './language/languages.ts'
import { maxPage, pageOf } from './page.ts'
import { foldCase, isReservedSlug, isSlug, seenText, slugOf } from './text.ts'

test.each([
  ['Northwind Tools', 'northwind-tools'],
  ['  Groß & Söhne GmbH ', 'gross-sohne-gmbh'],
  ['İstanbul Işık', 'istanbul-isik'],
  ['!!!', ''],
  ['東京', ''],
])('the slug of %s is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test.each([
  ['acme', true],
  ['acme-2', true],
  ['Acme', false],
  ['-acme', false],
  ['a--b', false],
  ['../etc', false],
  ['a'.repeat(65), false],
])('%s as a slug: %s', (text, allowed) => {
  expect(isSlug(text)).toBe(allowed)
})

test('words that name parts of the product are reserved', () => {
  expect([isReservedSlug('admin'), isReservedSlug('acme')]).toEqual([true, false])
})

test('emails are compared case-insensitively in any language', () => {
  expect(foldEmail(' İnfo@Example.COM ')).toBe('info@example.com')
  expect(foldCase('IĞDIR')).toBe('iğdir')
  expect(foldCase('e\u0301')).toBe('é')
})

test('an id is a UUID v7 of its instant, and ids sort by time', () => {
  const early = newId(new Date('2026-03-12T14:20:00.000Z'))
  const late = newId(new Date('2026-03-12T14:20:00.001Z'))
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(early.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-03-12T14:20:00.000Z'))
  expect(early < late).toBe(true)
  expect([isId(early), isId('not-an-id'), isId(`${early}0`)]).toEqual([true, false, false])
})

test('a token carries its own checksum', () => {
  expect(tokenFrom('co_cs_', 'a'.repeat(37))).toBe(`co_cs_${'a'.repeat(37)}2sN54l`)
  const token = newToken(prefixes.organizationToken)
  expect(isToken(prefixes.organizationToken, token)).toBe(true)
  expect(isToken(prefixes.checkout, token)).toBe(false)
  expect(isToken(prefixes.organizationToken, `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`)).toBe(false)
})

test('random text discards bytes that would favour the first letters', () => {
  const draws = [Uint8Array.of(255, 0), Uint8Array.of(61, 1)]
  expect(randomText(2, () => draws.shift() ?? new Uint8Array(2))).toBe('0z')
})

test('base 62 counts in digits, upper-case letters, lower-case letters', () => {
  expect([base62(0, 1), base62(61, 1), base62(62, 3)]).toEqual(['0', 'z', '010'])
})

test.each([
  [{}, { page: 1, limit: 10, offset: 0 }],
  [
    { page: 3, limit: 1000 },
    { page: 3, limit: 100, offset: 200 },
  ],
  [
    { page: Number.MAX_SAFE_INTEGER, limit: 100 },
    { page: Number.MAX_SAFE_INTEGER, limit: 100, offset: Number.MAX_SAFE_INTEGER },
  ],
])('the query %j gives the page %j', (query, page) => {
  expect(pageOf(query)).toEqual(page)
})

test('an empty list has no page', () => {
  expect([maxPage(0, 10), maxPage(10, 10), maxPage(11, 10)]).toEqual([0, 1, 2])
})

test('each language has the number by which providers know it', () => {
  expect(Object.entries(languages).map(([code, { wire }]) => [code, wire])).toEqual([
    ['en', 3],
    ['de', 6],
    ['es', 4],
    ['fr', 16],
    ['pl', 15],
    ['ru', 0],
    ['tr', 82],
    ['uk', 1],
  ])
})

test.each([
  ['Bas de Groot', null, 'BG'],
  ['Brightwater Labs', null, 'BL'],
  ['Kramer & Sons', null, 'K'],
  ['Quillon', null, 'Q'],
  ['Ana María de la Cruz', null, 'AC'],
  ['De Vries', null, 'DV'],
  ['élodie ünal', null, 'ÉÜ'],
  ['jonas.weber@example.com', null, 'JW'],
  ['sales@example.com', null, 'S'],
  ['Plan @ Home', null, 'P'],
  ['', 'zoe@example.com', 'Z'],
  [null, '@', '?'],
  ['  ', null, '?'],
  ['<b>', null, 'B'],
])('the initials of %s (%s) are %s', (name, email, initials) => {
  expect(initialsOf(name, email)).toBe(initials)
})

test.each([
  ['Zo\u00ade', 'Zoe'],
  ['\u200eAcme\u200f', 'Acme'],
  ['\u202eemcA\u202c', 'emcA'],
  ['Acme\u2060Ltd', 'AcmeLtd'],
  ['\u2066Acme\u2069 Ltd', 'Acme Ltd'],
  ['\ufeff\u200bAcme', 'Acme'],
  [' \u200e Acme', 'Acme'],
  // The joiners of Persian and Hindi, of families and of the flag of Scotland.
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['👩\u200d👧', '👩\u200d👧'],
  ['❤\ufe0f', '❤\ufe0f'],
  ['🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['\u200e', ''],
  ['  as it is  ', '  as it is  '],
])('the name %j is kept as %j', (typed, shown) => {
  expect(seenText(typed)).toBe(shown)
})
