import { expect, test } from 'vitest'
import { check } from '#web/ui/inputs/rules.ts'
import { bodyOf, changedFields, ppmOf, rules, type TaxSettings, valuesOf } from './values.ts'

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
}

test('saved settings are shown and sent as they are', () => {
  const values = valuesOf(saved)
  expect(values.rates[0]?.percent).toBe('8.875')
  const { enabled, origin, behavior, registrations, rates } = saved
  expect(bodyOf(values)).toEqual({ enabled, origin, behavior, registrations, rates })
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
