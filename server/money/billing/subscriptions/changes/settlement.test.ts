import { expect, test } from 'vitest'
import { paidOrder } from '#test/vector-runner/paid-period.ts'
import { type BillLine, settleLines, taxableAmount, untaxedLines, untaxedReturns } from './settlement.ts'

const line = (amount: number, change: Partial<BillLine> = {}): BillLine => ({
  label: 'a line',
  amount,
  productPriceId: null,
  isProration: true,
  isExempt: false,
  periodStart: null,
  periodEnd: null,
  ...change,
})
const exempt = (amount: number) => line(amount, { isExempt: true })
const priced = (amount: number) => line(amount, { isProration: false })

test.each<[what: string, lines: readonly BillLine[], discount: number, net: number, credit: object | null, balancing: readonly number[]]>([
  ['what is owed is billed', [line(-500), line(1500)], 0, 1000, null, []],
  ['what is given back becomes credit', [line(-1500), line(500)], 0, 0, { amount: 1000, taxableAmount: 1000 }, [1000]],
  ['nothing is nothing', [line(-500), line(500)], 0, 0, null, []],
  ['a discount lessens what is owed', [line(-500), priced(10_000)], 2000, 7500, null, []],
  ['exempt lines lessen the bill, and not its tax', [exempt(-500), line(1500)], 0, 1000, null, []],
  [
    'of credit beside an exempt line all of the tax goes back',
    [line(-1500), exempt(500)],
    0,
    0,
    { amount: 1000, taxableAmount: 1500 },
    [1500, -500],
  ],
  [
    'the tax of a taxed line goes back where an exempt one takes its place',
    [line(-500), exempt(500)],
    0,
    0,
    { amount: 0, taxableAmount: 500 },
    [500, -500],
  ],
  [
    'taxed time becomes credit where an exempt plan costs more',
    [line(-500), exempt(1500)],
    0,
    1500,
    { amount: 500, taxableAmount: 500 },
    [500],
  ],
  [
    'exempt time becomes credit where a taxed plan costs less',
    [exempt(-1500), line(500)],
    0,
    500,
    { amount: 1500, taxableAmount: 0 },
    [1500],
  ],
])('%s', (_, lines, discount, netAmount, credit, balancing) => {
  const settled = settleLines(lines, discount)
  expect({ ...settled, balancing: settled.balancing.map(({ amount }) => amount) }).toEqual({ netAmount, credit, balancing })
})

test('with what is kept, the lines come to what is billed', () => {
  for (const lines of [
    [line(-1500), line(500)],
    [line(-1500), exempt(500)],
    [line(-500), exempt(1500)],
    [exempt(-1500), line(500)],
  ]) {
    const { balancing, netAmount } = settleLines(lines, 0)
    expect([...lines, ...balancing].reduce((all, { amount }) => all + amount, 0)).toBe(netAmount)
    expect(taxableAmount([...lines, ...balancing], 0)).toBeGreaterThanOrEqual(0)
  }
})

test.each<
  [
    what: string,
    lines: readonly BillLine[],
    waiting: readonly BillLine[],
    orders: readonly [left: number, returned: number][],
    amount: number,
  ]
>([
  ['nothing was returned', [line(-500)], [], [[0, 0]], 0],
  ['the order that was taxed is refunded', [line(-500)], [], [[0, 500]], 500],
  ['a part of it is left', [line(-500)], [], [[300, 200]], 200],
  [
    'another order has enough of it',
    [line(-500)],
    [],
    [
      [0, 500],
      [800, 0],
    ],
    0,
  ],
  ['what is given back still waits to be paid', [line(500), line(-500)], [line(500)], [[0, 500]], 0],
  ['exempt time is given back', [exempt(-500)], [], [[0, 500]], 0],
])('of taxed time no tax is left where %s', (_, lines, waiting, orders, amount) => {
  const funding = orders.map(([left, returned]) => paidOrder(1000, { taxableAmount: left, returnedAmount: returned }))
  expect(untaxedReturns(lines, { waiting, orders: funding })).toBe(amount)
  expect(untaxedLines(amount).reduce((all, each) => all + each.amount, 0)).toBe(0)
})

test('the taxable part of a bill has its share of the discount', () => {
  const lines = [priced(1000), line(1000, { isProration: false, isExempt: true }), line(500)]
  expect(taxableAmount(lines, 100)).toBe(1450)
})
