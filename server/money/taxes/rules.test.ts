import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shippedRates } from '#kernel/taxes/rates.ts'
import { readRates, withRates } from '#kernel/taxes/rates-file.ts'
import { DEFAULT_TAX_SETTINGS, type TaxSettings } from '#merchant/merchants/model.ts'
import type { TaxedBuyer } from './model.ts'
import { behaviorFor, containedTax, returnedTax, taxByTable, taxOf } from './rules.ts'
import { checkSettings } from './settings.ts'

const now = new Date('2026-11-26T12:00:00.000Z')
const german: TaxSettings = {
  ...DEFAULT_TAX_SETTINGS,
  isEnabled: true,
  origin: 'DE',
  registrations: [
    { place: 'DE', taxId: 'DE136695976' },
    { place: 'EU-OSS', taxId: null },
  ],
}
const consumer = (country: string | null, state: string | null = null): TaxedBuyer => ({ country, state, taxId: null, taxIdStatus: null })
const french: TaxedBuyer = { country: 'FR', state: null, taxId: ['FR40303265045', 'eu_vat'], taxIdStatus: 'valid' }

const sell = (buyer: TaxedBuyer, settings = german, more: object = {}) =>
  taxByTable({
    seller: { taxSettings: settings, billingTimezone: 'Europe/Berlin' },
    buyer,
    amount: 1230,
    isProductExempt: false,
    isCustomerExempt: false,
    taxSources: { standardRates: shippedRates },
    now,
    ...more,
  })

const newYork: TaxSettings = {
  ...german,
  origin: 'US',
  registrations: [{ place: 'US-NY', taxId: null }],
  rates: [{ place: 'US-NY', name: 'Sales tax', ratePpm: 88_750, validFrom: '2020-01-01' }],
}
const quebec: TaxSettings = {
  ...newYork,
  registrations: [
    { place: 'CA', taxId: null },
    { place: 'CA-QC', taxId: null },
  ],
  rates: [
    { place: 'CA', name: 'GST', ratePpm: 50_000, validFrom: '2008-01-01' },
    { place: 'CA-QC', name: 'QST', ratePpm: 99_750, validFrom: '2013-01-01' },
  ],
}
const swiss: TaxSettings = { ...german, origin: 'CH', registrations: [{ place: 'CH', taxId: null }] }
const zurich: TaxedBuyer = { country: 'CH', state: null, taxId: ['CHE107787577MWST', 'ch_vat'], taxIdStatus: 'valid' }

const manx: TaxedBuyer = { country: 'IM', state: null, taxId: ['980780684', 'gb_vat'], taxIdStatus: 'valid' }
const monegasque: TaxSettings = { ...german, origin: 'MC', registrations: [{ place: 'FR', taxId: null }] }

test.each<[what: string, buyer: TaxedBuyer, settings: TaxSettings, expected: string]>([
  ['a consumer at home', consumer('DE'), german, 'standard_rated DE 196'],
  ['a consumer in Portugal by the one-stop shop', consumer('PT'), german, 'standard_rated PT 230'],
  ['a consumer in Monaco, which belongs to the area of France', consumer('MC'), german, 'standard_rated FR 205'],
  ['a business in France', french, german, 'reverse_charge FR 0'],
  ['a business in Monaco with its French id', { ...french, country: 'MC' }, german, 'reverse_charge FR 0'],
  ['a business on the Isle of Man', manx, { ...german, registrations: [{ place: 'GB', taxId: null }] }, 'reverse_charge GB 0'],
  ['a consumer in the tax area of a seller in Monaco', consumer('FR'), monegasque, 'standard_rated FR 205'],
  ['a business that names another country', { ...french, country: 'PT' }, german, 'standard_rated PT 230'],
  ['a business whose id is not valid', { ...french, taxIdStatus: 'invalid' }, german, 'standard_rated FR 205'],
  [
    'an id that is no VAT id',
    { ...consumer('DE'), country: 'ES', taxId: ['B12345674', 'es_cif'], taxIdStatus: 'valid' },
    german,
    'standard_rated ES 213',
  ],
  ['a buyer whose country is not known', consumer(null), german, 'standard_rated DE 196'],
  ['a consumer where the seller is not registered', consumer('JP'), german, 'not_collecting JP 0'],
  ['a consumer in New York, without tax in the price', consumer('US', 'US-NY'), newYork, 'standard_rated US-NY 109'],
  ['a consumer in another state', consumer('US', 'US-CA'), newYork, 'not_collecting US-CA 0'],
  ['a consumer in Quebec, by the country and by the province', consumer('CA', 'CA-QC'), quebec, 'standard_rated CA-QC 185'],
  ['a consumer in Ontario, by the country alone', consumer('CA', 'CA-ON'), quebec, 'standard_rated CA 62'],
  ['a business at home outside the European Union', zurich, swiss, 'standard_rated CH 92'],
])('%s is taxed by its place', (_, buyer, settings, expected) => {
  const { taxAmount, tax } = sell(buyer, settings)
  expect(`${tax?.reason} ${tax?.jurisdiction} ${taxAmount}`).toBe(expected)
})

test('nothing is collected by default, nor of what is exempt', () => {
  expect(sell(consumer('DE'), DEFAULT_TAX_SETTINGS)).toEqual({ taxAmount: 0, tax: null })
  expect(sell(consumer('DE'), german, { isProductExempt: true })).toMatchObject({ taxAmount: 0, tax: { reason: 'product_exempt' } })
  expect(sell(consumer('DE'), german, { isCustomerExempt: true })).toMatchObject({ taxAmount: 0, tax: { reason: 'customer_exempt' } })
})

test('a decision holds all that an invoice states', () => {
  expect(sell(consumer('PT')).tax).toEqual({
    behavior: 'inclusive',
    reason: 'standard_rated',
    jurisdiction: 'PT',
    components: [{ name: 'VAT', jurisdiction: 'PT', ratePpm: 230_000, baseAmount: 1000, amount: 230 }],
    buyer: consumer('PT'),
    seller: { country: 'DE', taxId: null },
    date: '2026-11-26',
    source: '2026-11-26',
  })
  expect(sell(french).tax?.seller).toEqual({ country: 'DE', taxId: 'DE136695976' })
})

test('the day counts in the time zone of the seller', () => {
  const eve = new Date('2025-06-30T22:30:00.000Z')
  const inZone = (billingTimezone: string) =>
    taxByTable({
      seller: { taxSettings: german, billingTimezone },
      buyer: consumer('EE'),
      amount: 1000,
      isProductExempt: false,
      isCustomerExempt: false,
      taxSources: { standardRates: shippedRates },
      now: eve,
    })
  expect(inZone('Europe/Berlin').tax).toMatchObject({ date: '2025-07-01', components: [{ ratePpm: 240_000 }] })
  expect(inZone('UTC').tax).toMatchObject({ date: '2025-06-30', components: [{ ratePpm: 220_000 }] })
})

test('the rates of a merchant count in place of the shipped ones', () => {
  const own = { ...german, rates: [{ place: 'DE', name: 'USt', ratePpm: 70_000, validFrom: '2026-01-01' }] }
  expect(sell(consumer('DE'), own).tax?.components).toMatchObject([{ name: 'USt', ratePpm: 70_000 }])
  expect(sell(consumer('PT'), own).tax?.components).toMatchObject([{ name: 'VAT', ratePpm: 230_000 }])
})

test('the rates of the operator count from their day on, and those of the merchant in place of them', () => {
  const line = 'place,name,rate_percent,valid_from,source\nPT,VAT,24,2026-12-01,Order 1/2026\nUS-NY,Sales tax,8.875,2020-01-01,Tax law\n'
  const standardRates = withRates(shippedRates, readRates(Buffer.from(line)).rates, '2026-11-26+0a1b2c3d')
  const december = new Date('2026-12-01T12:00:00.000Z')
  const taxedAt = (at: Date, settings = german) => sell(consumer('PT'), settings, { taxSources: { standardRates }, now: at }).tax
  expect(taxedAt(now)).toMatchObject({ components: [{ ratePpm: 230_000 }], source: '2026-11-26+0a1b2c3d' })
  expect(taxedAt(december)?.components).toMatchObject([{ name: 'VAT', ratePpm: 240_000 }])
  const rates = [{ place: 'PT', name: 'IVA', ratePpm: 60_000, validFrom: '2026-01-01' }]
  expect(taxedAt(december, { ...german, rates })?.components).toMatchObject([{ name: 'IVA', ratePpm: 60_000 }])
  const registered = { ...newYork, rates: [] }
  expect(checkSettings(registered, standardRates)).toEqual(registered)
  expect(sell(consumer('US', 'US-NY'), registered, { taxSources: { standardRates } }).taxAmount).toBe(109)
})

test('prices are shown without tax only where buyers expect it', () => {
  expect(['US', 'CA', 'IN', 'DE', 'JP'].map((country) => behaviorFor({ behavior: 'location' }, country))).toEqual([
    ...['exclusive', 'exclusive', 'exclusive', 'inclusive', 'inclusive'],
  ])
  expect(behaviorFor({ behavior: 'exclusive' }, 'DE')).toBe('exclusive')
})

test('the taxes of the rates add up, and what is returned in parts never exceeds what was billed', () => {
  const rates = fc.array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 3 })
  fc.assert(
    fc.property(fc.nat(100_000_000), rates, fc.constantFrom('inclusive' as const, 'exclusive' as const), (amount, ppm, behavior) => {
      const { taxAmount, components } = taxOf(
        amount,
        ppm.map((ratePpm, at) => ({ name: `${at}`, jurisdiction: 'X', ratePpm })),
        behavior,
      )
      expect(components.reduce((sum, each) => sum + each.amount, 0)).toBe(taxAmount)
      const back = returnedTax(amount, { behavior, components })
      expect([back.tax, back.net + (behavior === 'inclusive' ? back.tax : 0)]).toEqual([taxAmount, amount])
    }),
  )
})

test('only prices with tax contain it', () => {
  expect(containedTax(sell(consumer('PT')))).toBe(230)
  expect(containedTax(sell(consumer('US', 'US-NY'), newYork))).toBe(0)
})

test.each<[change: Partial<TaxSettings>, locs: readonly string[]]>([
  [{}, []],
  [{ origin: null }, ['origin']],
  [{ origin: 'XX' }, ['origin']],
  [{ registrations: [{ place: 'US-NY', taxId: null }] }, ['registrations.0.place']],
  [{ registrations: [{ place: 'ZZ', taxId: null }] }, ['registrations.0.place']],
  [{ registrations: [{ place: 'DE', taxId: 'DE136695975' }] }, ['registrations.0.tax_id']],
  [
    {
      registrations: [
        { place: 'DE', taxId: null },
        { place: 'de', taxId: null },
      ],
    },
    ['registrations.1'],
  ],
  [{ rates: [{ place: 'US-XX', name: 'Tax', ratePpm: 1, validFrom: '2026-01-01' }] }, ['rates.0.place']],
])('settings with %o have problems at %o', (change, locs) => {
  const problems: string[] = []
  try {
    checkSettings({ ...german, ...change }, shippedRates)
  } catch (error) {
    for (const { loc } of (error as { problems: { loc: string[] }[] }).problems) problems.push(loc.slice(1).join('.'))
  }
  expect(problems).toEqual(locs)
})

test('settings are stored in one spelling', () => {
  const registrations = [{ place: 'de', taxId: 'de 136695976' }]
  expect(checkSettings({ ...german, registrations }, shippedRates).registrations).toEqual([{ place: 'DE', taxId: 'DE136695976' }])
})
