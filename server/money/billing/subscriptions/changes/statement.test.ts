import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capacityOf, type FundingOrder, type PeriodState, statePeriod, uncountedReturns } from './statement.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const period = { start: day(1), end: day(31) }
const order = (change: Partial<FundingOrder> = {}): FundingOrder => ({
  id: 'o',
  receivedAmount: 3000,
  returnedAmount: 0,
  countedAmount: 0,
  creditedAmount: 0,
  taxableAmount: 3000,
  isDisputed: false,
  ...change,
})
/** Of 30 days, 10 are left. */
const state = (change: Partial<PeriodState> = {}): PeriodState => ({
  period,
  billedAmount: 3000,
  orders: [order()],
  waitingAmount: 0,
  now: day(21),
  ...change,
})

describe('the rest of a period is worth', () => {
  test.each<[what: string, change: Partial<PeriodState>, unused: number, used: number]>([
    ['its share of what was billed and paid', {}, 1000, 2000],
    ['nothing at its end', { now: day(31) }, 0, 3000],
    ['all of it before it has begun', { now: day(1) }, 3000, 0],
    ['less what was refunded of it', { orders: [order({ returnedAmount: 400 })] }, 600, 2000],
    ['nothing where that was more', { orders: [order({ returnedAmount: 1500 })] }, 0, 1500],
    [
      'all of it where a change has counted the refund already',
      { orders: [order({ returnedAmount: 400, countedAmount: 400 })] },
      1000,
      1600,
    ],
    ['less what was refunded since', { orders: [order({ returnedAmount: 500, countedAmount: 400 })] }, 900, 1600],
    ['nothing where nothing was received', { orders: [] }, 0, 0],
    ['no more than was received', { orders: [order({ receivedAmount: 700 })] }, 700, 0],
    ['no more than is left of it after credit', { orders: [order({ creditedAmount: 2500 })] }, 500, 0],
    ['what still waits to be paid as well', { orders: [], waitingAmount: 3000 }, 1000, 2000],
    ['what was paid, where the rest of it waits', { billedAmount: 30_000, waitingAmount: 27_000 }, 10_000, 20_000],
    [
      'less than nothing where what waits in favour of the customer was refunded',
      { waitingAmount: -500, orders: [order({ returnedAmount: 3000 })] },
      -500,
      0,
    ],
  ])('%s', (_, change, unused, used) => {
    const { unusedAmount, usedAmount } = statePeriod(state(change))
    expect([unusedAmount, usedAmount]).toEqual([unused, used])
  })
})

const amount = fc.nat(1_000_000)
const anyOrder = fc
  .record({ receivedAmount: amount, returned: fc.double({ min: 0, max: 1, noNaN: true }), counted: amount, credited: amount })
  .map(({ receivedAmount, returned, counted, credited }): FundingOrder => {
    const returnedAmount = Math.floor(receivedAmount * returned)
    return order({
      receivedAmount,
      returnedAmount,
      countedAmount: Math.min(counted, returnedAmount),
      creditedAmount: Math.min(credited, receivedAmount - returnedAmount),
    })
  })
const anyState = fc.record({
  period: fc.constant(period),
  billedAmount: amount,
  orders: fc.array(anyOrder, { maxLength: 4 }),
  waitingAmount: fc.integer({ min: -500_000, max: 500_000 }),
  now: fc.integer({ min: -5, max: 40 }).map(day),
})

test('what was received, returned and credited and what waits is what was used and what is left, for any period', () => {
  fc.assert(
    fc.property(anyState, (tried) => {
      const { receivedAmount, returnedAmount, creditedAmount, waitingAmount, usedAmount, unusedAmount } = statePeriod(tried)
      expect(receivedAmount - returnedAmount - creditedAmount + waitingAmount).toBe(usedAmount + unusedAmount)
    }),
    { seed: 1 },
  )
})

test('no more is given back than was received and is left, or waits to be paid', () => {
  fc.assert(
    fc.property(anyState, (tried) => {
      const capacity = tried.orders.reduce((all, each) => all + capacityOf(each), 0)
      expect(statePeriod(tried).unusedAmount).toBeLessThanOrEqual(Math.max(0, capacity + tried.waitingAmount))
    }),
    { seed: 2 },
  )
})

test('a refund lessens what is left by its amount or to nothing, and once', () => {
  fc.assert(
    fc.property(anyState, fc.nat(1_000_000), (tried, refunded) => {
      const [first, ...others] = tried.orders
      const paid = { ...tried, waitingAmount: 0, orders: first ? [{ ...first, countedAmount: first.returnedAmount }, ...others] : [] }
      if (!first) return
      const before = statePeriod(paid)
      const returned = Math.min(refunded, capacityOf(first))
      const after = {
        ...paid,
        orders: [{ ...first, countedAmount: first.returnedAmount, returnedAmount: first.returnedAmount + returned }, ...others],
      }
      expect(statePeriod(after).unusedAmount).toBeLessThanOrEqual(before.unusedAmount)
      expect(statePeriod(after).unusedAmount).toBeGreaterThanOrEqual(Math.max(0, before.unusedAmount - returned))
      const counted = after.orders.map((each) => ({ ...each, countedAmount: each.returnedAmount }))
      expect(uncountedReturns(counted)).toBe(0)
    }),
    { seed: 3 },
  )
})
