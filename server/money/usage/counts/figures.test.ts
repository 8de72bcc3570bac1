import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Aggregation, aggregate } from '#kernel/metering/aggregation.ts'
import { decimalText, wholeRational } from '#kernel/numbers/rational.ts'
import { type CountedEvent, deltasOf, windowDelta } from './deltas.ts'
import { addFigures, figuresOf, NO_FIGURES, quantityOf } from './figures.ts'

const value = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom('7', true, null, undefined))
const events = fc.array(value.map((units) => ({ metadata: { units } })))

test.each<Aggregation>([
  { func: 'count' },
  { func: 'sum', property: 'units' },
  { func: 'max', property: 'units' },
  { func: 'min', property: 'units' },
  { func: 'avg', property: 'units' },
])('figures that are added up in parts give the quantity of all events: %j', (aggregation) => {
  fc.assert(
    fc.property(events, events, (some, others) => {
      const figures = [some, others].map((part) => part.map((event) => figuresOf(aggregation, event)).reduce(addFigures, NO_FIGURES))
      const quantity = quantityOf(aggregation, figures.reduce(addFigures, NO_FIGURES))
      const expected = aggregate(aggregation, [...some, ...others])
      expect(quantity.numerator * expected.denominator).toBe(expected.numerator * quantity.denominator)
    }),
  )
})

const meter = { meterId: 'meter', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'sum', property: 'units' } } as const
const eventAt = (id: string, timestamp: string, customerId: string | null = 'customer', units: unknown = 1): CountedEvent => ({
  id,
  timestamp: new Date(timestamp),
  customerId,
  name: 'call',
  source: 'user',
  metadata: { units },
})

test('events add to the hours in which they happened, and to their customers where they have one', () => {
  const sent = [
    eventAt('1', '2026-03-01T10:59:59.999Z'),
    eventAt('2', '2026-03-01T11:00:00Z', 'other'),
    eventAt('3', '2026-03-01T11:59:00Z', null, 5),
  ]
  const { hours, customerHours, customers } = deltasOf([meter], sent)
  const shown = (all: typeof hours) => all.map(({ hour, figures }) => [hour.toISOString().slice(11, 16), decimalText(figures.total)])
  expect(shown(hours)).toEqual([
    ['10:00', '1'],
    ['11:00', '6'],
  ])
  expect(shown(customerHours)).toEqual([
    ['10:00', '1'],
    ['11:00', '1'],
  ])
  expect(customers.map(({ customerId, events: of }) => [customerId, of.map(({ id }) => id)])).toEqual([
    ['customer', ['1']],
    ['other', ['2']],
  ])
})

describe('a window that began on 1 March', () => {
  const windowStart = new Date('2026-03-01T00:00:00Z')
  const sent = [
    eventAt('in', '2026-03-01T00:00:00Z'),
    eventAt('late', '2026-02-28T23:59:59Z', 'customer', 10),
    eventAt('old', '2026-01-24T00:00:00Z', 'customer', 100),
  ]
  const customer = { meter, customerId: 'customer', events: sent }

  test('counts what arrives late, and leaves out what is too old', () => {
    const { figures, late } = windowDelta(customer, { start: windowStart, billedFrom: null }, 'new')
    expect(decimalText(figures.total)).toBe('11')
    expect(late).toEqual([
      { eventId: 'late', windowStart },
      { eventId: 'old', windowStart: null },
    ])
  })

  test('does not count again what an earlier window has counted', () => {
    const { figures, late } = windowDelta(customer, { start: windowStart, billedFrom: null }, 'recounted')
    expect([decimalText(figures.total), late]).toEqual(['1', []])
  })

  test('a window without a beginning counts all', () => {
    expect(windowDelta(customer, null, 'new')).toMatchObject({
      figures: { events: 3, total: wholeRational(111) },
      late: [],
    })
  })

  test('different values are texts, numbers and booleans, each once', () => {
    const unique = { ...meter, aggregation: { func: 'unique', property: 'units' } } as const
    const all = [3, 3, '3', true, { a: 1 }, null].map((units, at) => eventAt(String(at), '2026-03-02T00:00:00Z', 'customer', units))
    const { values } = windowDelta({ meter: unique, customerId: 'customer', events: all }, { start: windowStart, billedFrom: null }, 'new')
    expect(values).toEqual(['"3"', '3', 'true'])
  })
})
