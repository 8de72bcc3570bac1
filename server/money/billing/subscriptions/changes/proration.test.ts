import { expect, test } from 'vitest'
import { amountOff } from '#merchant/catalogue/discounts/model.ts'
import { creditOf, type PaidChange, prorateAsPaid as prorate } from '#test/vector-runner/paid-period.ts'
import type { NextPlanSide } from './proration.ts'

const day = (number: number, time = '00:00:00.000') => new Date(`2025-06-${String(number).padStart(2, '0')}T${time}Z`)
const period = { start: day(1), end: new Date('2025-07-01T00:00:00.000Z') }
const starter: NextPlanSide = { label: 'Starter', productPriceId: 'starter', isExempt: false, amount: 1000, discountAmount: 0 }
const team: NextPlanSide = { label: 'Team', productPriceId: 'team', isExempt: false, amount: 3000, discountAmount: 0 }
const change: PaidChange = { from: starter, to: team, period, newPeriod: null, behavior: 'invoice', now: day(16) }
const year = { start: day(16), end: new Date('2026-06-16T00:00:00.000Z') }

test('an upgrade at half time is two items and an order now, and the period stays', () => {
  const rest = { isExempt: false, periodStart: day(16), periodEnd: period.end }
  const credit = { label: 'Starter', amount: -500, productPriceId: 'starter', isProration: true, ...rest }
  const debit = { label: 'Team', amount: 1500, productPriceId: 'team', isProration: true, ...rest }
  expect(prorate(change)).toEqual({
    periodSeconds: 2_592_000,
    remainingSeconds: 1_296_000,
    items: [credit, debit],
    netAmount: 1000,
    order: { items: [credit, debit], subtotalAmount: 1000, discountAmount: 0 },
    credit: null,
    isSettledNow: true,
    pendingItems: [],
    period,
  })
})

test('a downgrade is credit of the customer, without an order', () => {
  expect(prorate({ ...change, from: team, to: starter })).toMatchObject({
    netAmount: -1000,
    order: null,
    credit: { amount: 1000, taxableAmount: 1000 },
    pendingItems: [],
  })
})

test('a change between equal prices bills nothing', () => {
  const same = { ...team, amount: 1000 }
  expect(prorate({ ...change, to: same })).toMatchObject({ netAmount: 0, order: null, credit: null })
})

test('prorated, both items wait for the next renewal', () => {
  const { items, order, credit, pendingItems } = prorate({ ...change, behavior: 'prorate' })
  expect({ order, credit, pendingItems }).toEqual({ order: null, credit: null, pendingItems: items })
  expect(items.map(({ amount }) => amount)).toEqual([-500, 1500])
  expect(prorate({ ...change, from: team, to: starter, behavior: 'prorate' })).toMatchObject({ credit: null })
})

test.each([
  ['a fraction of a second is cut off', day(16, '00:00:00.999'), 1_296_000],
  ['a second counts', day(16, '00:00:01.000'), 1_295_999],
  ['before the period all of it is left', new Date('2025-05-01T00:00:00.000Z'), 2_592_000],
  ['at the end nothing is left', period.end, 0],
  ['after the end nothing is left', new Date('2025-08-01T00:00:00.000Z'), 0],
])('%s', (_, now, remainingSeconds) => {
  expect(prorate({ ...change, now }).remainingSeconds).toBe(remainingSeconds)
})

test('at the end of the period a change has no items', () => {
  expect(prorate({ ...change, now: period.end })).toMatchObject({ items: [], netAmount: 0, order: null, pendingItems: [] })
})

test('a free product has no item', () => {
  const free = { ...starter, amount: 0 }
  expect(prorate({ ...change, from: free }).items.map(({ label, amount }) => `${label} ${amount}`)).toEqual(['Team 1500'])
  expect(prorate({ ...change, to: free }).items.map(({ label, amount }) => `${label} ${amount}`)).toEqual(['Starter -500'])
})

test('each side carries its own discount in its amount', () => {
  const from = { ...starter, discountAmount: 200 }
  expect(prorate({ ...change, from, to: { ...team, discountAmount: 600 } }).items.map(({ amount }) => amount)).toEqual([-400, 1200])
  expect(prorate({ ...change, from }).items.map(({ amount }) => amount)).toEqual([-400, 1500])
})

test.each(['invoice', 'prorate'] as const)('another interval begins a new period, billed in full now (%s)', (behavior) => {
  const to = { ...team, amount: 10_000, discountAmount: 2000 }
  const { order, pendingItems, ...rest } = prorate({ ...change, to, newPeriod: year, behavior })
  expect(rest).toMatchObject({ netAmount: 7500, credit: null, period: year })
  expect(pendingItems).toEqual([])
  expect(order).toMatchObject({ subtotalAmount: 9500, discountAmount: 2000 })
  expect(order?.items.map(({ amount, isProration }) => [amount, isProration])).toEqual([
    [-500, true],
    [10_000, false],
  ])
})

test('a new interval that costs less than what is left of the old one is credit', () => {
  const from = { ...team, amount: 12_000 }
  expect(prorate({ ...change, from, to: starter, newPeriod: year })).toMatchObject({
    order: null,
    credit: { amount: 5000, taxableAmount: 5000 },
    period: year,
  })
})

test('what is billed now, later and in credit is always what the items say, and nobody gains by a change to and fro', () => {
  const ends = ['invoice', 'prorate'] as const
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 2000; round += 1) {
    const side = (label: string): NextPlanSide => {
      const amount = next(99_999_999)
      const discount = { value: { type: 'percentage', basisPoints: 1 + next(10_000) } } as const
      return { label, productPriceId: label, isExempt: false, amount, discountAmount: next(2) ? amountOff(discount, amount) : 0 }
    }
    const now = new Date(period.start.getTime() + next(2_592_000_000))
    const tried = {
      ...change,
      from: side('a'),
      to: side('b'),
      newPeriod: next(3) === 0 ? year : null,
      behavior: ends[next(2)] ?? 'invoice',
      now,
    }
    const proration = prorate(tried)
    const { items, netAmount, order, pendingItems } = proration
    const totalOf = (lines: readonly { readonly amount: number }[]) => lines.reduce((all, { amount }) => all + amount, 0)
    const discountAmount = tried.newPeriod ? tried.to.discountAmount : 0
    expect(netAmount).toBe(totalOf(items) - discountAmount)
    expect((order ? order.subtotalAmount - order.discountAmount : 0) - creditOf(proration) + totalOf(pendingItems)).toBe(netAmount)
    const back = prorate({ ...tried, from: tried.to, to: tried.from, newPeriod: null })
    if (!tried.newPeriod) expect(back.netAmount).toBe(netAmount === 0 ? 0 : -netAmount)
  }
})
