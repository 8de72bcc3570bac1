import { expect, test } from 'vitest'
import type { CallError, FixedPrice, MeteredPrice, Product } from '#client/index.ts'
import { faultsOfRefusal } from '#web/parts/field-faults.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { type PriceValues, priceForm } from './prices/index.ts'
import { trialSentence } from './prices/trial-values.ts'
import { rowSentence } from './prices/usage-row.ts'
import { changedLabels, changesOf, creationOf, productRefusals, productRules, valuesOf } from './sections.ts'

const price: FixedPrice = {
  id: 'p1',
  createdAt: '2026-03-12T14:20:00Z',
  modifiedAt: null,
  amountType: 'fixed',
  isArchived: false,
  productId: 'one',
  type: 'one_time',
  recurringInterval: null,
  priceCurrency: 'eur',
  priceAmount: 8900,
  source: 'catalog',
  taxBehavior: null,
}
const product: Product = {
  id: 'one',
  createdAt: '2026-03-12T14:20:00Z',
  modifiedAt: null,
  name: 'Template Library',
  description: null,
  recurringInterval: null,
  isRecurring: false,
  isArchived: false,
  organizationId: 'org',
  metadata: { seats: 3 },
  prices: [price],
  benefits: [],
  medias: [],
  attachedCustomFields: [],
  visibility: 'public',
  taxCode: 'standard',
  isDeletable: false,
  trialInterval: null,
  trialIntervalCount: null,
  isTrialPaymentRequired: true,
  recurringIntervalCount: null,
  meterInterval: null,
  meterIntervalCount: null,
}
const refusal = (path: string, type: string, ctx: Readonly<Record<string, unknown>>): CallError => ({
  status: 422,
  statusText: '',
  code: 'RequestValidationError',
  message: '',
  fields: [{ path, message: 'Input of the server', type, ctx }],
  requestId: null,
  retryAfter: null,
  body: null,
})
const values = valuesOf(product, 'usd')
const priceWith = (amount: number | null) => ({ kind: 'fixed' as const, amount })

const row = { id: 'r1', meterId: 'm1', meterName: 'Tokens', unitAmount: '0.5', cap: null }
const meter = { id: 'm1', name: 'Tokens', unit: 'scalar', customLabel: null, customMultiplier: null } as const
const metered: MeteredPrice = {
  ...price,
  id: 'p2',
  amountType: 'metered_unit',
  type: 'recurring',
  recurringInterval: 'month',
  unitAmount: '0.5',
  capAmount: null,
  meterId: 'm1',
  meter,
}
const recurring: Product = {
  ...product,
  isRecurring: true,
  recurringInterval: 'month',
  prices: [{ ...price, recurringInterval: 'month' }, metered],
}
const usd = { locale: 'en', currency: 'usd', interval: 'month' } as const

test('a changed usage price is new, and the price beside it stays', () => {
  const values = valuesOf(recurring, 'usd')
  expect(changesOf(values, recurring)).toEqual({})
  const [first] = values.usage
  expect(changesOf({ ...values, usage: [{ ...(first as typeof row), cap: 5000 }] }, recurring)).toEqual({
    prices: [{ id: 'p1' }, { amountType: 'metered_unit', meterId: 'm1', unitAmount: '0.5', capAmount: 5000, priceCurrency: 'eur' }],
  })
  expect(changesOf({ ...values, price: { kind: 'none' } }, recurring)).toEqual({ prices: [{ id: 'p2' }] })
  expect(changesOf({ ...values, usage: [] }, recurring)).toEqual({ prices: [{ id: 'p1' }] })
})

test('a change of the kind of price is a new price', () => {
  expect(changesOf({ ...values, price: { kind: 'free' } }, product)).toEqual({ prices: [{ amountType: 'free' }] })
})

test.each([
  [{ price: { kind: 'none' }, usage: [] }, { price: { none: 'Choose a price, or add a usage price.' } }],
  [{ usage: [{ ...row, meterId: '' }] }, { usage: { r1: 'Choose a meter.' } }],
  [{ usage: [row, { ...row, id: 'r2' }] }, { usage: { r2: 'This meter already has a price.' } }],
  [{ usage: [{ ...row, unitAmount: null }] }, { usage: { r1: 'Enter a price per unit, such as €0.005.' } }],
  [{ usage: [{ ...row, cap: 'invalid' }] }, { usage: { r1: 'Enter an amount, such as €29.00.' } }],
  [
    { price: { kind: 'custom', minimum: 'invalid', maximum: null, preset: 'invalid' } },
    { price: { minimum: 'Enter an amount, such as €29.00.', preset: 'Enter an amount, such as €29.00.' } },
  ],
] as const)('the prices %j have the faults %j', (prices, faults) => {
  expect(check(productRules('en'), { ...valuesOf(recurring, 'eur'), ...prices })).toEqual(faults)
})

test('an example says what a buyer pays for each kind', () => {
  const sentence = (values: PriceValues, more = {}) => priceForm(values.kind).sentenceOf(values, { ...usd, ...more })
  expect(sentence(priceWith(900))).toBe('A buyer pays $9.00 every month.')
  expect(sentence(priceWith(900), { interval: 'once' })).toBe('A buyer pays $9.00 once.')
  expect(sentence({ kind: 'free' })).toBe('A buyer pays nothing.')
  expect(sentence({ kind: 'custom', minimum: 500, maximum: 800, preset: null })).toBe(
    'A buyer chooses what to pay, at least $5.00. The checkout suggests $8.00.',
  )
  expect(rowSentence({ ...row, cap: 9000 }, usd)).toBe('1,000 units of Tokens cost $5.00; a period never costs more than $90.00.')
})

test('an unchanged product has no changes', () => {
  expect(changesOf(values, product)).toEqual({})
})

test('the update contains only changed fields, and a changed amount is a new price in the old currency', () => {
  expect(changesOf({ ...values, price: priceWith(9900), description: ' All of them ' }, product)).toEqual({
    description: 'All of them',
    prices: [{ amountType: 'fixed', priceAmount: 9900, priceCurrency: 'eur' }],
  })
})

test('a new product is taxable unless the form exempts it, and only a changed tax code is sent', () => {
  const fresh = valuesOf(null, 'usd')
  expect(creationOf(fresh, 'org')).toMatchObject({ taxCode: 'standard' })
  expect(creationOf({ ...fresh, taxCode: 'exempt' }, 'org')).toMatchObject({ taxCode: 'exempt' })
  expect(changesOf({ ...values, taxCode: 'exempt' }, product)).toEqual({ taxCode: 'exempt' })
  expect(changesOf(valuesOf({ ...product, taxCode: 'exempt' }, 'usd'), { ...product, taxCode: 'exempt' })).toEqual({})
  expect(changedLabels({ taxCode: 'exempt' })).toEqual(['Tax'])
})

test('a new product has a one-time price in the currency of its merchant', () => {
  const body = creationOf({ ...valuesOf(null, 'usd'), name: ' Relay ', price: priceWith(2900) }, 'org')
  expect(body).toMatchObject({
    name: 'Relay',
    description: null,
    recurringInterval: null,
    prices: [{ priceAmount: 2900, priceCurrency: 'usd' }],
  })
})

test('a short name, a missing amount and a pair without a key are reported together', () => {
  const pairs = [{ id: 'x', key: '', value: 'pro' }]
  expect(check(productRules('en'), { ...values, name: 'ab', price: priceWith(null), pairs })).toEqual({
    name: 'Enter a name of at least three characters.',
    price: { amount: 'Enter an amount, such as €29.00.' },
    pairs: { x: 'Enter a key.' },
  })
  expect(check(productRules('en'), values)).toBeNull()
})

test.each([
  ['name', 'string_too_long', { max_length: 64 }, { name: 'Enter at most 64 characters.' }],
  ['prices.0.fixed.price_amount', 'greater_than_equal', { ge: 50 }, { price: { amount: 'The minimum is €0.50.' } }],
  ['prices.0.fixed.price_amount', 'less_than_equal', { le: 99999999 }, { price: { amount: 'The maximum is €999,999.99.' } }],
  ['prices.0.fixed.price_currency', 'value_error', {}, { price: { amount: 'This value isn’t valid.' } }],
  ['prices.1.metered_unit.unit_amount', 'greater_than', {}, { usage: { r1: 'Enter a price per unit, such as €0.005.' } }],
  ['prices.2.metered_unit.cap_amount', 'less_than_equal', { le: 100 }, { usage: { r2: 'The maximum is €1.00.' } }],
  ['metadata.seats', 'string_too_long', { max_length: 500 }, { pairs: { seats: 'Enter at most 500 characters.' } }],
])('a problem at %s of the type %s appears at its field', (path, type, ctx, faults) => {
  const table = productRefusals('en')({
    ...values,
    usage: [
      { ...row, id: 'r1' },
      { ...row, id: 'r2' },
    ],
  })
  const fields = ['name', 'description', 'price', 'usage', 'pairs'] as const
  expect(faultsOfRefusal(refusal(path, type, ctx), fields, table)).toEqual({ faults })
})

test('a refusal of the whole product says that it was not saved', () => {
  const table = productRefusals('en')(values)
  const { form } = faultsOfRefusal({ ...refusal('', '', {}), code: 'NotPermitted', fields: [] }, ['name'], table)
  expect(form).toBe('The product wasn’t saved. Your role doesn’t allow this. Ask an owner or admin.')
})

const twoWeeks = { isOffered: true, count: '14', unit: 'day' as const, needsMethod: false }

test('a new recurring product has the trial of the form, a one-time product none', () => {
  const values = { ...valuesOf(null, 'usd'), name: 'Studio', price: priceWith(1000), trial: twoWeeks }
  const trial = { trialInterval: 'day', trialIntervalCount: 14, isTrialPaymentRequired: false }
  expect(creationOf({ ...values, interval: 'month' }, 'org')).toMatchObject({ recurringInterval: 'month', ...trial })
  expect(creationOf({ ...values, interval: 'once' }, 'org')).not.toHaveProperty('trialInterval')
})

test('only what differs of a trial is sent, and turning it off clears it', () => {
  const withTrial: Product = { ...recurring, trialInterval: 'day', trialIntervalCount: 14 }
  const { trial, ...rest } = valuesOf(withTrial, 'usd')
  expect(changesOf({ ...rest, trial }, withTrial)).toEqual({})
  expect(changesOf({ ...rest, trial: { ...trial, count: '30' } }, withTrial)).toEqual({ trialIntervalCount: 30 })
  expect(changesOf({ ...rest, trial: { ...trial, isOffered: false } }, withTrial)).toEqual({
    trialInterval: null,
    trialIntervalCount: null,
  })
})

test.each(['', '0', '1001', '1.5', 'two'])('%j is no length of a trial', (count) => {
  const values = { ...valuesOf(recurring, 'eur'), trial: { ...twoWeeks, count } }
  expect(check(productRules('en'), values)).toEqual({ trial: 'Enter a number from 1 to 1,000.' })
  expect(check(productRules('en'), { ...values, trial: { ...values.trial, isOffered: false } })).toBeNull()
})

test('an example says how long the trial is, and whether it asks for a payment method', () => {
  expect(trialSentence({ ...twoWeeks, needsMethod: true })).toBe('It starts with 14 free days.')
  expect(trialSentence({ ...twoWeeks, count: '1', unit: 'month' })).toBe(
    'It starts with 1 free month. The trial starts without a payment method.',
  )
  expect(trialSentence({ ...twoWeeks, isOffered: false })).toBeUndefined()
})
