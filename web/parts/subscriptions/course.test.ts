import { expect, test } from 'vitest'
import { courseOf, nextDate } from './course.ts'

const base = {
  amount: 1000,
  currency: 'usd',
  recurringInterval: 'month',
  prices: [],
  status: 'active',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2026-04-20T00:00:00Z',
  endedAt: null,
  createdAt: '2026-03-20T00:00:00Z',
  modifiedAt: null,
  pastDueAt: null,
  nextPaymentAttemptAt: null,
  collectionEndsAt: null,
  isHeld: false,
} as const
const options = { locale: 'en', day: (at: string | Date) => new Date(at).toISOString().slice(0, 10) }

test('an active subscription renews, and a canceled one ends with its period', () => {
  expect(courseOf(base, options)).toEqual(['It renews on 2026-04-20 for $10.00 / month, before discounts and tax.'])
  expect(nextDate(base)).toEqual({ kind: 'renews', at: base.currentPeriodEnd })
  const ending = { ...base, cancelAtPeriodEnd: true }
  expect(courseOf(ending, options)).toEqual(['It ends on 2026-04-20 and isn’t renewed.'])
  expect(nextDate(ending)).toEqual({ kind: 'ends', at: base.currentPeriodEnd })
})

test('one whose missed periods wait for the operator states since when', () => {
  const held = { ...base, isHeld: true }
  expect(courseOf(held, options)).toEqual([
    'The periods since 2026-04-20 were missed. Billing continues once the operator of this server confirms it.',
  ])
  expect(nextDate(held)).toBeNull()
  expect(courseOf({ ...held, cancelAtPeriodEnd: true }, options)).toEqual(['It ends on 2026-04-20 and isn’t renewed.'])
})

test('a trial states what is charged when it ends, and that nothing is when it was canceled', () => {
  const trial = { ...base, status: 'trialing' } as const
  expect(courseOf(trial, options)).toEqual(['The trial ends on 2026-04-20. Then $10.00 / month is charged, before discounts and tax.'])
  expect(courseOf({ ...trial, cancelAtPeriodEnd: true }, options)).toEqual(['It ends with the trial on 2026-04-20. Nothing is charged.'])
})

test('an overdue subscription states the next attempt, until when there is access, and when collection ends', () => {
  const overdue = {
    ...base,
    status: 'past_due',
    pastDueAt: '2026-04-01T12:00:00Z',
    nextPaymentAttemptAt: '2026-04-03T12:00:00Z',
    collectionEndsAt: '2026-04-22T12:00:00Z',
  } as const
  expect(courseOf(overdue, { ...options, rules: { graceDays: 7, final: 'unpaid' } })).toEqual([
    'The next payment attempt is on 2026-04-03.',
    'The customer keeps access until 2026-04-08.',
    'Unless it’s paid, it counts as unpaid from 2026-04-22.',
  ])
  expect(courseOf({ ...overdue, nextPaymentAttemptAt: null }, options)).toEqual([
    'The payment isn’t attempted again automatically.',
    'Unless it’s paid, it ends on 2026-04-22.',
  ])
  expect(nextDate(overdue)).toEqual({ kind: 'attempt', at: '2026-04-03T12:00:00Z' })
})

test('one that has ended states when', () => {
  expect(nextDate({ ...base, status: 'canceled', endedAt: '2026-05-01T00:00:00Z' })).toEqual({ kind: 'ended', at: '2026-05-01T00:00:00Z' })
})
