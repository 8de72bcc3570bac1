import { expect, test } from 'vitest'
import { cardFault, formatCardNumber, formatExpiry, isNotExpired, sandboxToken } from './card.ts'

test.each([
  ['4242', '4242'],
  ['42424242', '4242 4242'],
  ['4242-4242 4242x4242', '4242 4242 4242 4242'],
])('the card number %j is formatted as %j', (typed, formatted) => expect(formatCardNumber(typed)).toBe(formatted))

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['5', '05'],
  ['528', '05 / 28'],
])('the expiry %j is formatted as %j', (typed, formatted) => expect(formatExpiry(typed)).toBe(formatted))

test.each([
  ['03 / 26', true],
  ['02 / 26', false],
  ['12 / 25', false],
  ['01 / 27', true],
  ['13 / 30', false],
  ['00 / 30', false],
  ['1', false],
])('on 12 March 2026 the expiry %j is valid: %j', (typed, isValid) => expect(isNotExpired(typed, new Date(2026, 2, 12))).toBe(isValid))

test.each([
  ['4242 4242 4242 4242', null],
  ['4000 0025 0000 3155', null],
  ['4000 0000 0000 9995', null],
  ['4000 0000 0000 0341', null],
  ['4000 0027 6000 3184', null],
  ['4000 0000 0000 0259', null],
  ['4000 0000 0000 7726', null],
  ['4000 0000 0000 5126', null],
  ['4242 4242 4242 4241', 'incomplete'],
  ['4242', 'incomplete'],
  ['5555 5555 5555 4444', 'not-a-test-card'],
])('the fault of the card number %j is %j', (typed, fault) => expect(cardFault(typed)).toBe(fault))

test('the sandbox token of a test card contains its digits and its expiry', () =>
  expect(sandboxToken('4242 4242 4242 4242', '03 / 30')).toBe('sandbox_4242424242424242_0330'))
