import { expect, test } from 'vitest'
import { firstExpiry, prolonged, UNTOUCHED_SECONDS } from './expiry.ts'
import type { Checkout } from './model.ts'

const NOW = new Date('2026-03-12T14:20:00.000Z')
const DAY = 86_400
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

const opened = (changes: Partial<Checkout> = {}) =>
  ({
    isFromLink: true,
    createdAt: NOW,
    expiresAt: after(UNTOUCHED_SECONDS),
    customerEmail: null,
    amount: 8900,
    locale: null,
    ...changes,
  }) as Checkout

test.each([
  ['the merchant opens lives as long as it is set', false, DAY, DAY],
  ['a link opens expires after an hour', true, DAY, 3600],
  ['a link opens lives no longer than it is set', true, 1800, 1800],
])('a checkout that %s', (_, isFromLink, lifeSeconds, seconds) => {
  expect(firstExpiry(NOW, { isFromLink, lifeSeconds })).toEqual(after(seconds))
})

test.each([
  ['an email is entered', { customerEmail: 'ada@shop.test' }, DAY],
  ['an amount is chosen', { amount: 900 }, DAY],
  ['an address is entered', { customerBillingAddress: { country: 'DE' } as never }, DAY],
  ['only the language becomes known', { locale: 'de' }, 3600],
  ['only the IP address becomes known', { customerIpAddress: '203.0.113.9' }, 3600],
  ['nothing changes', {}, 3600],
])('of a checkout of a link: %s', (_, changes, seconds) => {
  expect(prolonged(opened(), opened(changes), DAY).expiresAt).toEqual(after(seconds))
})

test('a life that was set shorter ends no checkout earlier, and those of the merchant stay as they are', () => {
  expect(prolonged(opened(), opened({ amount: 900 }), 1800).expiresAt).toEqual(after(3600))
  const own = { isFromLink: false, expiresAt: after(1800) }
  expect(prolonged(opened(own), opened({ ...own, amount: 900 }), DAY).expiresAt).toEqual(after(1800))
})
