import { expect, test } from 'vitest'
import { ppmOfPercent } from './percent.ts'
import { ratesOn, shippedRates, unionMembers } from './rates.ts'

test('the table has one rate for each member of the European Union on each day, with its source', () => {
  for (const country of unionMembers) expect(ratesOn(shippedRates.places[country] ?? [], '2026-11-26'), country).toHaveLength(1)
  for (const rate of Object.values(shippedRates.places).flat()) {
    expect(rate.source.length * rate.ratePpm).toBeGreaterThan(0)
    expect(rate.validFrom).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
  const germanRates = ['2020-06-30', '2020-07-01', '2021-01-01'].map((day) => ratesOn(shippedRates.places['DE'] ?? [], day)[0]?.ratePpm)
  expect(germanRates).toEqual([190_000, 160_000, 190_000])
})

test.each([
  ['0', 0],
  ['19', 190_000],
  ['8.875', 88_750],
  ['9.975', 99_750],
  ['25.5000', 255_000],
  ['0.0001', 1],
  ['100', 1_000_000],
  ['100.0001', undefined],
  ['101', undefined],
  ['1.00001', undefined],
  ['19,5', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1e1', undefined],
  ['.5', undefined],
  ['5.', undefined],
  ['19 %', undefined],
  ['', undefined],
])('%j percent are %s millionths', (text, ppm) => {
  expect(ppmOfPercent(text)).toBe(ppm)
})
