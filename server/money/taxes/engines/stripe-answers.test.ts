import { expect, test } from 'vitest'
import { readCalculation, readTransaction, toPpm } from './stripe-answers.ts'

type Breakdown = Parameters<typeof readCalculation>[0]['tax_breakdown'][number]

const part = (amount: number, more: object = {}, rate: object = {}): Breakdown => ({
  amount,
  inclusive: false,
  taxability_reason: 'standard_rated',
  taxable_amount: 1000,
  tax_rate_details: {
    country: 'US',
    state: 'NY',
    percentage_decimal: '8.875',
    tax_type: 'sales_tax',
    rate_type: 'percentage',
    flat_amount: null,
    ...rate,
  },
  ...more,
})
const calculation = (exclusive: number, inclusive: number, breakdown: readonly Breakdown[]) => ({
  id: 'taxcalc_1',
  amount_total: 1000 + exclusive,
  tax_amount_exclusive: exclusive,
  tax_amount_inclusive: inclusive,
  tax_breakdown: [...breakdown],
})
const exclusive = { amount: 1000, behavior: 'exclusive' } as const
const vat = { country: 'FR', state: null, tax_type: 'vat', percentage_decimal: '20.0' }

test.each([
  ['8.875', 88_750],
  ['20.0', 200_000],
  ['20', 200_000],
  ['0.0', 0],
  ['6.00625', 60_062],
])('%s percent are %i millionths', (percentage, ppm) => {
  expect(toPpm(percentage)).toBe(ppm)
})

test('the parts of a calculation become the taxes of the sale', () => {
  expect(readCalculation(calculation(89, 0, [part(89)]), exclusive)).toEqual({
    kind: 'calculated',
    id: 'taxcalc_1',
    taxAmount: 89,
    reason: 'standard_rated',
    taxes: [{ name: 'Sales tax', jurisdiction: 'US-NY', ratePpm: 88_750, baseAmount: 1000, amount: 89 }],
  })
  const french = calculation(0, 167, [part(167, { taxable_amount: 833, inclusive: true }, vat)])
  expect(readCalculation(french, { amount: 1000, behavior: 'inclusive' })).toMatchObject({
    taxAmount: 167,
    taxes: [{ name: 'VAT', jurisdiction: 'FR', ratePpm: 200_000, baseAmount: 833, amount: 167 }],
  })
})

test.each([
  ['reverse_charge', 'reverse_charge'],
  ['customer_exempt', 'customer_exempt'],
  ['product_exempt_holiday', 'product_exempt'],
  ['zero_rated', 'standard_rated'],
  ['not_subject_to_tax', 'not_collecting'],
] as const)('where nothing is due for %s, the sale is %s', (theirs, ours) => {
  const untaxed = calculation(0, 0, [part(0, { taxability_reason: theirs })])
  expect(readCalculation(untaxed, exclusive)).toMatchObject({ taxAmount: 0, taxes: [], reason: ours })
})

test.each([
  ['parts that do not add up to it', calculation(90, 0, [part(89)])],
  ['another total', { ...calculation(89, 0, [part(89)]), amount_total: 1090 }],
  ['a tax of the other behavior', calculation(0, 89, [part(89)])],
])('a calculation with %s is not used', (_, broken) => {
  expect(readCalculation(broken, exclusive)).toMatchObject({ kind: 'refused' })
})

const transaction = { id: 'tax_1', reference: 'order:1', line_items: { data: [{ id: 'tax_li_1', amount_tax: 89 }] } }

test('a recorded transaction names its line', () => {
  const recorded = { kind: 'recorded', transactionId: 'tax_1', lineId: 'tax_li_1' }
  expect(readTransaction(transaction, { reference: 'order:1', taxAmount: 89 })).toEqual(recorded)
  expect(readTransaction(transaction, { reference: 'order:1', taxAmount: null })).toEqual(recorded)
})

test.each([
  ['another reference', { ...transaction, reference: 'order:2' }],
  ['another tax', { ...transaction, line_items: { data: [{ id: 'tax_li_1', amount_tax: 90 }] } }],
  ['no line', { ...transaction, line_items: { data: [] } }],
  ['nothing', {} as typeof transaction],
])('a transaction with %s is no answer', (_, broken) => {
  expect(readTransaction(broken, { reference: 'order:1', taxAmount: 89 })).toMatchObject({ kind: 'unavailable' })
})
