import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#kernel/money.ts'
import { postingsOf } from '#money/books/ledger/kinds.ts'
import { payoutOf, platformFee, platformSale, shareParts } from './rules.ts'

const amount = fc.nat(99_999_999)
const terms = fc.record({ basisPoints: fc.nat(10_000), fixed: fc.nat(1000) })

test('the fee is a share of the total with its tax, rounded once, and a fixed amount', () => {
  expect(platformFee(1190, { basisPoints: 400, fixed: 40 })).toBe(88)
  expect(platformFee(1250, { basisPoints: 400, fixed: 40 })).toBe(90)
})

test('a free order has no fee', () => {
  expect(platformFee(0, { basisPoints: 400, fixed: 40 })).toBe(0)
})

test('a sale that is smaller than the fee leaves the organization in debt', () => {
  const sale = { captured: 50, credit: 0, writtenOff: 0, net: 50, tax: 0, providerFee: 0 }
  const { fee, amounts } = platformSale(sale, { terms: { basisPoints: 0, fixed: 60 }, isHeld: false })
  expect([fee, amounts.payable, amounts.lessPayable]).toEqual([60, 0, 10])
})

test('fee, share and tax of a sale always sum to what was captured, for any terms', () => {
  fc.assert(
    fc.property(amount, amount, terms, fc.boolean(), (net, tax, fee, isHeld) => {
      const sale = { captured: net + tax, credit: 0, writtenOff: 0, net, tax, providerFee: 0 }
      const postings = postingsOf('platform_sale', platformSale(sale, { terms: fee, isHeld }).amounts)
      expect(sum(postings.map((posting) => posting.amount))).toBe(0)
    }),
  )
})

test('what is owed to an organization without a payout account is held', () => {
  expect(shareParts({ amount: 912, isHeld: true })).toEqual({ held: 912, payable: 0, lessHeld: 0, lessPayable: 0 })
  expect(shareParts({ amount: -5, isHeld: false })).toEqual({ held: 0, payable: 0, lessHeld: 0, lessPayable: 5 })
})

test.each([
  [5000, 1000, 5000],
  [1000, 1000, 1000],
  [999, 1000, 0],
  [0, 0, 0],
  [-10, 0, 0],
])('of %i available with a minimum of %i, %i is paid out', (available, minimum, payout) => {
  expect(payoutOf(available, minimum)).toEqual({ payout, remaining: available - payout })
})
