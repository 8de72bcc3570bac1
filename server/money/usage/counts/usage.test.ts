import { expect, test } from 'vitest'
import { decimalRational, wholeRational } from '#kernel/numbers/rational.ts'
import { BUCKETS_MAXIMUM, bucketsOf, type Interval } from '#kernel/time/buckets.ts'
import { creditedUnits, rolloverUnits, unspentUnits, usageAmount } from './balance.ts'
import { type CreditCarry, carriedCredits } from './billing/rules.ts'
import { isAhead, periodOf } from './periods.ts'

const price = (unitAmount: string, capAmount: number | null = null) => ({ unitAmount: decimalRational(unitAmount), capAmount })

test('a cap of zero makes usage free, usage below the credit costs nothing, and no usage costs more than the highest price', () => {
  expect(usageAmount({ price: price('10', 0), consumedUnits: wholeRational(100) }, 0)).toBe(0)
  expect(usageAmount({ price: price('10'), consumedUnits: wholeRational(5) }, 10)).toBe(0)
  expect(usageAmount({ price: price('0.5', 2), consumedUnits: decimalRational('5') }, 0)).toBe(2)
  expect(usageAmount({ price: price('10'), consumedUnits: decimalRational('1e300') }, 0)).toBe(99_999_999)
})

test('credits that usage leaves over are those of the next price, and a correction below zero adds none', () => {
  const left = (consumed: string) => unspentUnits(30, decimalRational(consumed))
  expect([left('20'), left('20.5'), left('30'), left('45'), left('-5')]).toEqual([10, 10, 0, 0, 30])
})

test('what the next window begins with depends on why this one ends', () => {
  const credits = [
    { units: 50, rollover: false },
    { units: 30, rollover: true },
  ].map((credit) => ({ ...credit, id: '', organizationId: '', customerId: '', meterId: '', creditedAt: new Date(0), source: '' }))
  const carried = (consumed: string, carry: CreditCarry) =>
    carriedCredits({ credits, consumed: decimalRational(consumed) }, carry).map(({ units, rollover }) =>
      rollover ? { rolling: units } : units,
    )
  expect(carried('10', 'rollover')).toEqual([{ rolling: 30 }])
  expect(carried('60', 'rollover')).toEqual([{ rolling: 20 }])
  expect(carried('10', 'all')).toEqual([40, { rolling: 30 }])
  expect(carried('60.5', 'all')).toEqual([1, { rolling: 19 }])
  expect(carried('80', 'all')).toEqual([])
  expect(carried('10', { owners: [] })).toEqual([{ rolling: 30 }])
  expect(carried('10', 'none')).toEqual([])
})

test('credits for periods that go on stay, and those of the period that ends first are spent first', () => {
  const of = (owner: string, units: number) => ({
    units,
    rollover: false,
    source: `cycle:${owner}:2026-01-01T00:00:00.000Z`,
    id: '',
    organizationId: '',
    customerId: '',
    meterId: '',
    creditedAt: new Date(0),
  })
  const credits = [of('ended', 50), of('month', 20), of('year', 600), of('year', -100), { ...of('once', 25), source: 'once' }]
  const carried = (consumed: string) =>
    carriedCredits({ credits, consumed: decimalRational(consumed) }, { owners: ['year', 'month'] }).map(({ units, owner }) => [
      owner,
      units,
    ])
  expect([carried('0'), carried('80'), carried('90'), carried('200'), carried('595')]).toEqual([
    [
      ['year', 500],
      ['month', 20],
    ],
    [
      ['year', 500],
      ['month', 15],
    ],
    [
      ['year', 500],
      ['month', 5],
    ],
    [['year', 395]],
    [],
  ])
})

test('units that were credited and taken back roll over as far as they are left', () => {
  const credits = [
    { units: 100, rollover: true },
    { units: -40, rollover: true },
  ]
  expect(creditedUnits(credits)).toBe(60)
  expect(rolloverUnits(credits, wholeRational(10))).toBe(50)
})

test('an event is billed by the open period, also late, but not after 35 days, nor from before anything was billed', () => {
  const start = new Date('2026-03-01T00:00:00Z')
  const at = (text: string, billedFrom: Date | null = null) => periodOf(new Date(text), { start, billedFrom })
  expect(at('2026-03-01T00:00:00Z')).toBe('open')
  expect(at('2026-02-28T23:59:59.999Z')).toBe('late')
  expect(at('2026-01-25T00:00:00Z')).toBe('late')
  expect(at('2026-01-24T23:59:59.999Z')).toBe('unbilled')
  expect(at('2026-02-27T23:59:59.999Z', new Date('2026-02-28T00:00:00Z'))).toBe('unbilled')
  expect(at('2026-02-28T00:00:00Z', new Date('2026-02-28T00:00:00Z'))).toBe('late')
  expect(isAhead(new Date('2026-03-01T00:01:00Z'), start)).toBe(false)
  expect(isAhead(new Date('2026-03-01T00:01:00.001Z'), start)).toBe(true)
})

const startsOf = (start: string, end: string, interval: Interval, timezone: string) =>
  bucketsOf({ start: new Date(start), end: new Date(end), interval, timezone })?.map((bucket) => bucket.start.toISOString())

test.each<[string, string, Interval, string, readonly string[]]>([
  ['2026-03-11T15:00:00Z', '2026-03-16T00:00:00Z', 'week', 'UTC', ['2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z']],
  ['2026-01-31T23:30:00Z', '2026-03-01T00:00:00Z', 'month', 'Europe/Berlin', ['2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z']],
  ['2025-12-31T12:00:00Z', '2026-01-01T00:00:00Z', 'year', 'America/New_York', ['2025-01-01T05:00:00.000Z']],
  ['2026-03-28T23:30:00Z', '2026-03-30T00:00:00Z', 'day', 'Europe/Berlin', ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']],
  ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'hour', 'Europe/Berlin', ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']],
])('from %s to %s by %s in %s', (start, end, interval, timezone, starts) => {
  expect(startsOf(start, end, interval, timezone)).toEqual(starts)
})

test('buckets follow each other without a gap, and too many are refused', () => {
  const hours = bucketsOf({
    start: new Date('2026-03-01T00:00:00Z'),
    end: new Date('2026-04-11T15:59:59Z'),
    interval: 'hour',
    timezone: 'Europe/Berlin',
  })
  expect(hours).toHaveLength(BUCKETS_MAXIMUM)
  expect(hours?.slice(1).map(({ start }) => start)).toEqual(hours?.slice(0, -1).map(({ end }) => end))
  expect(startsOf('2026-03-01T00:00:00Z', '2026-04-11T16:00:00Z', 'hour', 'Europe/Berlin')).toBeUndefined()
})
