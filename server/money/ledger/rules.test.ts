import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#kernel/money.ts'
import { balancesOf, entryFaults, isBalanced, isOrderSettled, orderFaults, saleEntry, salePostings } from './rules.ts'

const context = { organizationId: 'o1', orderId: 'r1', currency: 'eur', now: new Date('2026-03-12T14:20:00.000Z') }

test('a sale debits clearing, credits revenue and tax, and pays the fee', () => {
  expect(salePostings({ net: 1000, tax: 190, providerFee: 65 }).map(({ account, amount }) => [account, amount])).toEqual([
    ['provider_clearing', 1190],
    ['revenue', -1000],
    ['tax_payable', -190],
    ['provider_fees', 65],
    ['provider_clearing', -65],
  ])
})

test('a sale without tax and fee has two postings', () => {
  expect(saleEntry({ net: 8900, tax: 0, providerFee: 0 }, context)).toMatchObject({
    kind: 'sale',
    source: 'order:r1',
    postings: [
      { account: 'provider_clearing', amount: 8900 },
      { account: 'revenue', amount: -8900 },
    ],
  })
})

test('an entry without an amount is a bug', () => {
  expect(() => saleEntry({ net: 0, tax: 0, providerFee: 0 }, context)).toThrow('balance')
})

const amount = fc.nat(99_999_999)

test('every sale balances, and account balances are the sums of the postings', () => {
  fc.assert(
    fc.property(amount, amount, amount, (net, tax, providerFee) => {
      const postings = salePostings({ net, tax, providerFee })
      const balances = balancesOf([{ postings }])
      expect(sum(postings.map((posting) => posting.amount))).toBe(0)
      expect(balances.get('provider_clearing') ?? 0).toBe(net + tax - providerFee)
    }),
  )
})

test.each([
  [
    [
      ['a', 100],
      ['b', -100],
    ],
    true,
  ],
  [
    [
      ['a', 100],
      ['b', -99],
    ],
    false,
  ],
  [[['a', 0]], false],
  [[], false],
  [
    [
      ['a', 100, 'usd'],
      ['b', -100, 'eur'],
    ],
    false,
  ],
  [
    [
      ['a', 100, 'usd'],
      ['b', -100, 'usd'],
      ['a', 5, 'eur'],
      ['b', -5, 'eur'],
    ],
    true,
  ],
] as const)('the postings %j balance: %s', (lines, balances) => {
  const postings = lines.map(([account, value, currency]) => ({ account, amount: value, currency }))
  expect(isBalanced(postings)).toBe(balances)
  expect(entryFaults(postings).length === 0).toBe(balances)
})

test.each([
  [{ total: 2380, captured: 1190, credit: 1190, writtenOff: 0 }, true],
  [{ total: 2380, captured: 1189, credit: 1190, writtenOff: 0 }, false],
  [{ total: 30, captured: 0, credit: 0, writtenOff: 30 }, true],
  [{ total: 100, captured: 100, credit: 0, writtenOff: 0, refunded: 101 }, false],
])('%j adds up: %s', (totals, isSettled) => {
  expect(isOrderSettled(totals)).toBe(isSettled)
})

const entry = saleEntry({ net: 1000, tax: 190, providerFee: 65 }, context)
const order = { total: 1190, tax: 190, credit: 0, writtenOff: 0, refunded: 0, refundedTax: 0, isPaid: true, entries: [entry] }

test.each([
  [order, 0],
  [{ ...order, entries: [] }, 2],
  [{ ...order, entries: [entry, entry] }, 2],
  [{ ...order, total: 1191 }, 1],
  [{ ...order, tax: 189 }, 1],
  [{ ...order, isPaid: false }, 1],
  [{ ...order, isPaid: false, entries: [] }, 0],
])('an order and its entries are compared (%#)', (candidate, faults) => {
  expect(orderFaults(candidate)).toHaveLength(faults)
})
