import { expect, test } from 'vitest'
import type { TestClockTimelineEntry } from '#client/types.ts'
import { byDay, viewOf } from './timeline.ts'

const place = { locale: 'en-GB', zone: 'Europe/Berlin' }
const entry = (changes: Partial<TestClockTimelineEntry>): TestClockTimelineEntry => ({
  id: 'e1',
  type: 'order.paid',
  happenedAt: '2027-01-31T09:00:00Z',
  resourceId: 'r1',
  status: null,
  amount: null,
  currency: null,
  productName: null,
  alertName: null,
  number: null,
  billingReason: null,
  from: null,
  to: null,
  ...changes,
})
const cycle = { number: 'INV-2', billingReason: 'subscription_cycle' }

test.each([
  [{ type: 'order.paid', number: 'INV-1', billingReason: 'purchase' }, 'Order INV-1 paid', '/orders/r1'],
  [{ type: 'order.created', ...cycle }, 'Renewal billed with order INV-2', '/orders/r1'],
  [{ type: 'order.paid', ...cycle }, 'Renewal paid with order INV-2', '/orders/r1'],
  [{ type: 'order.updated', ...cycle }, 'Order INV-2 updated', '/orders/r1'],
  [{ type: 'subscription.updated', status: 'past_due' }, 'Subscription is past due', '/subscriptions/r1'],
  [{ type: 'subscription.updated', status: 'active' }, 'Subscription updated', '/subscriptions/r1'],
  [{ type: 'checkout.updated', status: 'expired' }, 'Checkout expired', '/checkouts/r1'],
  [{ type: 'customer.created' }, 'Customer created', '/customers/r1'],
  [{ type: 'customer.deleted' }, 'Customer deleted', undefined],
  [{ type: 'refund.created' }, 'Refund created', '/refunds'],
  [{ type: 'usage_alert.triggered', alertName: 'Much used' }, 'Alert “Much used” triggered', undefined],
  [{ type: 'benefit_grant.created' }, 'Event benefit_grant.created', undefined],
])('the entry %o says “%s” and leads to %s', (changes, title, path) => {
  expect(viewOf(entry(changes), place)).toMatchObject({ title, path })
})

test('an advance names both its ends in the time zone of the merchant', () => {
  const { title, text } = viewOf(entry({ type: 'test_clock.advanced', from: '2027-01-31T09:00:00Z', to: '2027-07-01T09:00:00Z' }), place)
  expect(title).toMatch(/^The test clock advanced to 1 July 2027.{2,4}11:00$/)
  expect(text).toMatch(/^From 31 January 2027.{2,4}10:00$/)
})

test('an entry names the product and the amount', () => {
  expect(viewOf(entry({ productName: 'Library', amount: 1900, currency: 'usd' }), place).text).toBe('Library · $19.00')
})

test('entries are grouped by the day on which they happened in the zone, in their order', () => {
  const at = (id: string, happenedAt: string) => entry({ id, happenedAt })
  const days = byDay([at('a', '2027-01-31T23:30:00Z'), at('b', '2027-01-31T22:30:00Z'), at('c', '2027-01-31T01:00:00Z')], place)
  expect(days.map(({ day, entries }) => [day, entries.map(({ id }) => id)])).toEqual([
    ['1 February 2027', ['a']],
    ['31 January 2027', ['b', 'c']],
  ])
})
