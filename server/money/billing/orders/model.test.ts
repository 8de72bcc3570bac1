import { expect, test } from 'vitest'
import type { SaleTax } from '#money/taxes/model.ts'
import { creditPieces, fundingOf, type ReturnableOrder, remainingAmounts } from './model.ts'

const vat = (behavior: SaleTax['behavior'], ratePpm = 190_000, baseAmount = 1000): SaleTax => ({
  behavior,
  reason: 'standard_rated',
  jurisdiction: 'DE',
  date: '2026-01-01',
  source: 'test',
  components: [{ name: 'VAT', jurisdiction: 'DE', ratePpm, baseAmount, amount: 190 }],
  buyer: { country: 'DE', state: null, taxId: null, taxIdStatus: null },
  seller: { country: 'DE', taxId: null },
})
const order = (id: string, netAmount: number, change: Partial<ReturnableOrder> = {}): ReturnableOrder => ({
  id,
  netAmount,
  taxAmount: 0,
  tax: null,
  writtenOffAmount: 0,
  refundedAmount: 0,
  refundedTaxAmount: 0,
  pendingRefundAmount: 0,
  pendingRefundTaxAmount: 0,
  disputedAmount: 0,
  disputedTaxAmount: 0,
  pendingDisputeAmount: 0,
  pendingDisputeTaxAmount: 0,
  creditedAmount: 0,
  creditedTaxAmount: 0,
  countedReturnAmount: 0,
  ...change,
})
const taxed = { taxAmount: 190, tax: vat('exclusive') }
const inclusive = { netAmount: 1000, taxAmount: 190, tax: vat('inclusive') }

test.each<[what: string, order: ReturnableOrder, received: number, returned: number, credited: number]>([
  ['its price', order('a', 1000), 1000, 0, 0],
  ['its price before the tax that is added', order('a', 1000, taxed), 1000, 0, 0],
  ['its price with the tax that it contains', order('a', 1000, inclusive), 1190, 0, 0],
  ['what was not written off', order('a', 1000, { writtenOffAmount: 30 }), 970, 0, 0],
  [
    'nothing of a price with its tax that was written off',
    order('a', 32, { ...inclusive, netAmount: 32, taxAmount: 6, writtenOffAmount: 38 }),
    0,
    0,
    0,
  ],
  ['with refunds', order('a', 1000, { ...taxed, refundedAmount: 100, refundedTaxAmount: 19, pendingRefundAmount: 50 }), 1000, 150, 0],
  ['with refunds of prices that contain tax', order('a', 1000, { ...inclusive, refundedAmount: 100, refundedTaxAmount: 19 }), 1190, 119, 0],
  [
    'with disputes',
    order('a', 1000, { ...taxed, disputedAmount: 100, pendingDisputeAmount: 119, pendingDisputeTaxAmount: 19 }),
    1000,
    200,
    0,
  ],
  ['with credit', order('a', 1000, { ...inclusive, creditedAmount: 100, creditedTaxAmount: 19 }), 1190, 0, 119],
])('an order counts by %s', (_, each, receivedAmount, returnedAmount, creditedAmount) => {
  expect(fundingOf(each)).toMatchObject({ receivedAmount, returnedAmount, creditedAmount })
})

const pieces = (credit: { amount: number; taxableAmount: number }, orders: readonly ReturnableOrder[]) =>
  creditPieces(credit, orders).map(({ order: { id }, net, tax }) => [id, net, tax])

test.each<
  [
    what: string,
    amount: number,
    taxable: number,
    orders: readonly ReturnableOrder[],
    credit: readonly (readonly [string, number, number])[],
  ]
>([
  [
    'the newest order gives first',
    1500,
    1500,
    [order('b', 1000), order('a', 1000)],
    [
      ['b', 1000, 0],
      ['a', 500, 0],
    ],
  ],
  ['the tax goes back at the rates of the order', 500, 500, [order('a', 1000, taxed)], [['a', 500, 95]]],
  ['what contains its tax gives it back', 595, 595, [order('a', 1000, inclusive)], [['a', 500, 95]]],
  ['exempt time gives no tax back', 500, 0, [order('a', 1000, taxed)], [['a', 500, 0]]],
  ['more tax than net goes back beside an exempt plan', 250, 500, [order('a', 1000, taxed)], [['a', 250, 95]]],
  ['the tax alone may go back', 0, 500, [order('a', 1000, taxed)], [['a', 0, 95]]],
  [
    'an order gives no more than is left of it',
    1000,
    1000,
    [order('a', 1000, { ...taxed, refundedAmount: 600, refundedTaxAmount: 114 })],
    [['a', 400, 76]],
  ],
  [
    'what is more than the taxed part of an order is taxed by the next one',
    300,
    400,
    [order('b', 200, { taxAmount: 38, tax: vat('exclusive', 190_000, 200) }), order('a', 1000, taxed)],
    [
      ['b', 200, 38],
      ['a', 100, 38],
    ],
  ],
  ['nor more tax than is left', 500, 500, [order('a', 1000, { ...taxed, creditedTaxAmount: 150 })], [['a', 500, 40]]],
  [
    'the next order gives the tax that is missing where exempt time has lessened earlier credit',
    444,
    444,
    [
      order('b', 15_000, { taxAmount: 2850, tax: vat('exclusive', 190_000, 15_000), creditedAmount: 14_469, creditedTaxAmount: 2803 }),
      order('a', 500, { taxAmount: 95, tax: vat('exclusive', 190_000, 500) }),
    ],
    [
      ['b', 444, 47],
      ['a', 0, 37],
    ],
  ],
  ['an order under dispute gives nothing', 500, 500, [order('a', 1000, { pendingDisputeAmount: 1000 })], []],
  ['nothing is given without an order', 500, 500, [], []],
])('%s', (_, amount, taxableAmount, orders, credit) => {
  expect(pieces({ amount, taxableAmount }, orders)).toEqual(credit)
})

test.each(['exclusive', 'inclusive'] as const)('an order with %s tax that was written off as a whole gives no tax back', (behavior) => {
  const writtenOff = order('a', 32, { taxAmount: 6, tax: vat(behavior, 190_000, 32), writtenOffAmount: 38 })
  expect(pieces({ amount: 0, taxableAmount: 32 }, [writtenOff])).toEqual([])
  expect(remainingAmounts({ ...writtenOff, status: 'paid' })).toEqual({ amount: 0, taxAmount: 0 })
})
