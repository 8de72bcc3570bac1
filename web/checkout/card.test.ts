import { expect, test } from 'vitest'
import { cardFault, groupedCard, groupedExpiry, isAhead, sandboxToken } from './card.ts'

test.each([
  ['4242', '4242'],
  ['42424242', '4242 4242'],
  ['4242-4242 4242x4242', '4242 4242 4242 4242'],
])('the card number %j is shown as %j', (typed, shown) => expect(groupedCard(typed)).toBe(shown))

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['5', '05'],
  ['528', '05 / 28'],
])('the expiry %j is shown as %j', (typed, shown) => expect(groupedExpiry(typed)).toBe(shown))

test.each([
  ['03 / 26', true],
  ['02 / 26', false],
  ['12 / 25', false],
  ['01 / 27', true],
  ['13 / 30', false],
  ['00 / 30', false],
  ['1', false],
])('on 12 March 2026 the expiry %j lies ahead: %j', (typed, ahead) => expect(isAhead(typed, new Date(2026, 2, 12))).toBe(ahead))

test.each([
  ['4242 4242 4242 4242', null],
  ['4000 0025 0000 3155', null],
  ['4242 4242 4242 4241', 'incomplete'],
  ['4242', 'incomplete'],
  ['5555 5555 5555 4444', 'not-a-test-card'],
])('the card %j: %j', (typed, fault) => expect(cardFault(typed)).toBe(fault))

test('a test card is known to the sandbox by its digits', () =>
  expect(sandboxToken('4242 4242 4242 4242')).toBe('sandbox_4242424242424242'))
