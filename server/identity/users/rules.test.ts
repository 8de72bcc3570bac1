import { expect, test } from 'vitest'
import { banStateOf, isBootstrapEmail, parseEmail, parseUsername } from './rules.ts'

const now = new Date('2026-03-12T14:20:00Z')

test.each([
  ['Ann@Example.TEST', 'ann@example.test'],
  ["o'neill+shop@mail.example.co.uk", "o'neill+shop@mail.example.co.uk"],
  ['a@b.io', 'a@b.io'],
  ['user@xn--e1afmkfd.xn--p1ai', 'user@xn--e1afmkfd.xn--p1ai'],
  ['Ann@Пример.рф', 'ann@xn--e1afmkfd.xn--p1ai'],
])('the email %s is normalized to %s', (text, normalized) => {
  expect(parseEmail(text)).toBe(normalized)
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
  'ann@example.test>',
  `${'a'.repeat(245)}@example.test`,
])('%j is refused as an email', (text) => {
  expect(() => parseEmail(text)).toThrow('Invalid email')
})

test('a letter outside ASCII before the @ is refused with a sentence of its own', () => {
  expect(() => parseEmail('аnn@example.test')).toThrow('The part of an email before the @')
})

const bounds = { minimum: 3, maximum: 30 }
test.each([
  ['Ann.Lee_1', 'ann.lee_1'],
  ['abc', 'abc'],
])('the user name %s is normalized to %s', (text, normalized) => {
  expect(parseUsername(text, bounds)).toBe(normalized)
})

test.each([
  ['ab', 'username is too short'],
  ['', 'username is too short'],
  ['a'.repeat(31), 'username is too long'],
  ['ann lee', 'username is invalid'],
  ['ann-lee', 'username is invalid'],
  ['аnn', 'username is invalid'],
  ['annİ', 'username is invalid'],
])('the user name %j is refused: %s', (text, message) => {
  expect(() => parseUsername(text, bounds)).toThrow(message)
})

test.each([
  ['matches the setting in any case', 'Boss@Example.test', false, true],
  ['does not match in production before it is verified', 'boss@example.test', true, false],
  ['does not match another email', 'other@example.test', false, false],
  ['does not match when the setting is empty', undefined, false, false],
])('the bootstrap email %s', (_, bootstrapEmail, isProduction, expected) => {
  expect(isBootstrapEmail('boss@example.test', { bootstrapEmail, isProduction })).toBe(expected)
})

test.each([
  [null, null, 'none'],
  [false, null, 'none'],
  [true, null, 'active'],
  [true, new Date('2026-03-12T14:20:01Z'), 'active'],
  [true, now, 'expired'],
] as const)('with banned %s and banExpires %s the ban state is %s', (banned, banExpires, expected) => {
  expect(banStateOf({ banned, banExpires }, now)).toBe(expected)
})
