import { expect, test } from 'vitest'
import { type BillAmounts, billRows } from './rows.ts'

const plain: BillAmounts = { items: [{ label: 'Relay', amount: 1000 }], discountAmount: 0, taxAmount: 190, totalAmount: 1190 }

test.each<[what: string, change: Partial<BillAmounts>, rows: readonly string[]]>([
  ['one item', {}, ['item 1000', 'tax 190', 'total 1190']],
  ['no tax', { taxAmount: 0, totalAmount: 1000 }, ['item 1000', 'tax 0', 'total 1000']],
  ['a tax that is not known yet', { taxAmount: null, totalAmount: 1000 }, ['item 1000', 'tax null', 'total 1000']],
  ['a discount', { discountAmount: 100, totalAmount: 1090 }, ['item 1000', 'discount -100', 'subtotal 900', 'tax 190', 'total 1090']],
  [
    'several items',
    { items: [...plain.items, { label: 'Seat', amount: 500 }], totalAmount: 1690 },
    ['item 1000', 'item 500', 'subtotal 1500', 'tax 190', 'total 1690'],
  ],
  ['prices that contain their tax', { taxBehavior: 'inclusive', totalAmount: 1000 }, ['item 1000', 'total 1000', 'includedTax 190']],
  [
    'a tax that the buyer accounts for',
    { taxBehavior: 'inclusive', taxabilityReason: 'reverse_charge', taxAmount: 0, totalAmount: 1000 },
    ['item 1000', 'reverseCharge 0', 'total 1000'],
  ],
  ['a partial refund', { refundedAmount: 190 }, ['item 1000', 'tax 190', 'total 1190', 'refunded -190', 'paidNet 1000']],
])('the rows of a bill with %s', (_, change, rows) => {
  expect(billRows({ ...plain, ...change }).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(rows)
})
