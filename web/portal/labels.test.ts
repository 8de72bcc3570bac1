import { expect, test } from 'vitest'
import type { Subscription } from './api.ts'
import { daysIn, nextText } from './labels.ts'

const subscription = {
  status: 'active',
  cancelAtPeriodEnd: false,
  amount: 2900,
  currency: 'eur',
  recurringInterval: 'month',
  currentPeriodEnd: '2026-12-08T12:00:00.000Z',
  nextPaymentAttemptAt: null,
  endedAt: null,
  modifiedAt: null,
  createdAt: '2026-11-08T12:00:00.000Z',
} as unknown as Subscription

const inZone = (billingTimezone: string, changes: Partial<Subscription> = {}) =>
  nextText({ ...subscription, ...changes, billingTimezone }, 'en-GB')

test.each([
  ['Pacific/Auckland', '2026-12-08T12:00:00.000Z', '9 December 2026'],
  ['America/Los_Angeles', '2026-12-08T06:00:00.000Z', '7 December 2026'],
  ['UTC', '2026-12-08T23:59:59.000Z', '8 December 2026'],
])('what is billed in %s at %s is of %s, wherever it is read', (zone, at, day) => {
  expect(inZone(zone, { currentPeriodEnd: at })).toContain(day)
  expect(inZone(zone, { currentPeriodEnd: at, cancelAtPeriodEnd: true })).toContain(day)
  expect(inZone(zone, { currentPeriodEnd: at, status: 'trialing' })).toContain(day)
  expect(inZone(zone, { nextPaymentAttemptAt: at, status: 'past_due' })).toContain(day)
  expect(inZone(zone, { endedAt: at, status: 'canceled' })).toContain(day)
  expect(daysIn(zone, 'en-GB').day(at)).toBe(day)
  expect(daysIn(zone, 'en-GB').shortDay(at).replaceAll('\u00a0', ' ')).toBe(day.replace('December', 'Dec'))
})
