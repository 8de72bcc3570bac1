import { expect, test } from 'vitest'
import { addressOf, banOf, isBootstrapAddress, usernameOf } from './rules.ts'

const now = new Date('2026-03-12T14:20:00Z')

test.each([
  ['Ann@Example.TEST', 'ann@example.test'],
  ["o'neill+shop@mail.example.co.uk", "o'neill+shop@mail.example.co.uk"],
  ['a@b.io', 'a@b.io'],
])('%s is kept as %s', (text, kept) => {
  expect(addressOf(text)).toBe(kept)
})

test.each([
  '',
  'ann',
  'ann@',
  '@example.test',
  'ann@example',
  ' ann@example.test',
  'ann@example.test\n',
  'a..b@example.test',
  '.ann@example.test',
  'ann@-example.test',
  'аnn@example.test',
  'ann@exаmple.test',
  'ann@example.test>',
  `${'a'.repeat(245)}@example.test`,
])('%j is no address', (text) => {
  expect(() => addressOf(text)).toThrow('Invalid email')
})

const bounds = { minimum: 3, maximum: 30 }
test.each([
  ['Ann.Lee_1', 'ann.lee_1'],
  ['abc', 'abc'],
])('the user name %s is kept as %s', (text, kept) => {
  expect(usernameOf(text, bounds)).toBe(kept)
})

test.each([
  ['ab', 'username is too short'],
  ['', 'username is too short'],
  ['a'.repeat(31), 'username is too long'],
  ['ann lee', 'username is invalid'],
  ['ann-lee', 'username is invalid'],
  ['аnn', 'username is invalid'],
  ['annİ', 'username is invalid'],
])('the user name %j: %s', (text, message) => {
  expect(() => usernameOf(text, bounds)).toThrow(message)
})

test.each([
  ['the address, however it is written', 'Boss@Example.test', false, true],
  ['the address in production, before it is proven', 'boss@example.test', true, false],
  ['any other address', 'other@example.test', false, false],
  ['any address where none is set', undefined, false, false],
])('%s', (_, address, isProduction, expected) => {
  expect(isBootstrapAddress('boss@example.test', { address, isProduction })).toBe(expected)
})

test.each([
  [null, null, 'none'],
  [false, null, 'none'],
  [true, null, 'holds'],
  [true, new Date('2026-03-12T14:20:01Z'), 'holds'],
  [true, now, 'over'],
] as const)('banned %s until %s: the ban %s', (banned, banExpires, expected) => {
  expect(banOf({ banned, banExpires }, now)).toBe(expected)
})
