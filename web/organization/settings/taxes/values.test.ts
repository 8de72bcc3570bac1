import { expect, test } from 'vitest'
import { check } from '#web/ui/inputs/rules.ts'
import {
  bodyOf,
  changedFields,
  engineFault,
  hasOperatorRates,
  ppmOf,
  presentRates,
  rules,
  shippedDay,
  type TaxSettings,
  valuesOf,
} from './values.ts'

const saved: TaxSettings = {
  enabled: true,
  origin: 'DE',
  behavior: 'location',
  registrations: [{ place: 'DE', taxId: 'DE136695976' }],
  rates: [{ place: 'US-NY', name: 'Sales tax', ratePpm: 88_750, validFrom: '2026-01-01' }],
  preview: null,
  shippedRates: [],
  ratesVersion: '2026-11-26',
  engine: 'built_in',
  previewFailure: null,
  stripeTaxAvailability: 'available',
  engineStatus: null,
}

test('saved settings are shown and sent as they are', () => {
  const values = valuesOf(saved)
  expect(values.rates[0]?.percent).toBe('8.875')
  const { enabled, origin, behavior, registrations, rates, engine } = saved
  expect(bodyOf(values)).toEqual({ enabled, origin, behavior, registrations, rates, engine })
  expect(changedFields(values, saved)).toEqual([])
  expect(changedFields({ ...values, enabled: false, registrations: [] }, saved)).toEqual(['enabled', 'registrations'])
})

test.each([
  ['8,875', 88_750],
  ['19', 190_000],
  ['0', 0],
  ['100', 1_000_000],
  ['100.1', null],
  ['', null],
  ['x', null],
  ['-1', null],
])('the percentage %s is %s millionths', (text, ppm) => expect(ppmOf(text)).toBe(ppm))

test('places are chosen once, rates are whole, and a country is named', () => {
  const values = valuesOf(saved)
  const twice = { ...values, registrations: [...values.registrations, { id: 'b', place: 'DE', taxId: '' }] }
  expect(check(rules, values)).toBeNull()
  expect(check(rules, twice)).toEqual({ registrations: { b: 'This place is in the list already.' } })
  expect(check(rules, { ...values, origin: '' })).toEqual({ origin: 'Choose the country of your business.' })
  expect(check(rules, { ...values, rates: [{ id: 'r', place: 'FR', name: '', percent: '20', validFrom: '2026-01-01' }] })).toMatchObject({
    rates: { r: expect.stringContaining('Enter a place') },
  })
})

test('the version of the rates names the day of the shipped ones, and says whether the operator has others', () => {
  const entered = { ratesVersion: '2026-11-26+0a1b2c3d' }
  expect([shippedDay(saved), hasOperatorRates(saved)]).toEqual(['2026-11-26', false])
  expect([shippedDay(entered), hasOperatorRates(entered)]).toEqual(['2026-11-26', true])
})

test('of the rates those are listed that count on the day, and those that follow', () => {
  const rate = (place: string, name: string, validFrom: string) => ({ place, name, validFrom, ratePpm: 1, source: 'Law' })
  const rates = [
    ...[rate('EE', 'VAT', '2009-07-01'), rate('EE', 'VAT', '2024-01-01'), rate('EE', 'VAT', '2025-07-01'), rate('EE', 'VAT', '2027-01-01')],
    ...[rate('US-NY', 'City tax', '2020-01-01'), rate('US-NY', 'State tax', '2021-01-01'), rate('DE', 'VAT', '2028-01-01')],
  ]
  const listed = presentRates(rates, '2025-07-01').map(({ place, name, validFrom }) => `${place} ${name} ${validFrom}`)
  expect(listed).toEqual([
    ...['EE VAT 2025-07-01', 'EE VAT 2027-01-01', 'US-NY City tax 2020-01-01', 'US-NY State tax 2021-01-01', 'DE VAT 2028-01-01'],
  ])
})

test.each([
  [
    { reason: 'inactive', missing_fields: ['head_office', 'defaults.tax_code'] },
    /Missing: the head office of your business, defaults\.tax_code\.$/,
  ],
  [{ reason: 'inactive', missing_fields: [] }, /Missing: its settings\.$/],
  [{ reason: 'refused', missing_fields: [] }, /^Stripe doesn’t let this server/],
  [{ reason: 'unavailable', missing_fields: [] }, /^Stripe Tax didn’t answer/],
  [{}, /^Stripe Tax is for live organizations/],
])('the choice of the service with %j is refused in words', (ctx, text) => expect(engineFault({ ctx })).toMatch(text))
