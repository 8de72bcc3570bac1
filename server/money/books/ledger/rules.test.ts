import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#kernel/money.ts'
import { type EntryKind, entryKinds, postingsOf } from './kinds.ts'
import { balancesOf, entryFaults, entryOf, isBalanced, isOrderSettled, orderFaults } from './rules.ts'

const context = {
  organizationId: 'o1',
  source: 'order:r1',
  orderId: 'r1',
  customerId: 'c1',
  currency: 'eur',
  now: new Date('2026-03-12T14:20:00.000Z'),
}

const sale = (net: number, tax: number, providerFee = 0) => ({ captured: net + tax, credit: 0, writtenOff: 0, net, tax, providerFee })

test('a sale debits clearing, credits revenue and tax, and pays the fee', () => {
  expect(postingsOf('sale', sale(1000, 190, 65)).map(({ account, amount }) => [account, amount])).toEqual([
    ['provider_clearing', 1190],
    ['revenue', -1000],
    ['tax_payable', -190],
    ['provider_fees', 65],
    ['provider_clearing', -65],
  ])
})

test('a sale without tax and fee has two postings', () => {
  expect(entryOf('sale', sale(8900, 0), context)).toMatchObject({
    kind: 'sale',
    source: 'order:r1',
    postings: [
      { account: 'provider_clearing', amount: 8900 },
      { account: 'revenue', amount: -8900 },
    ],
  })
})

test('what a customer pays with credit, or does not pay, is posted to accounts of its own', () => {
  const { postings } = entryOf('sale', { ...sale(1000, 190), captured: 700, credit: 460, writtenOff: 30 }, context)
  expect(postings.slice(0, 3)).toEqual([
    { account: 'provider_clearing', amount: 700 },
    { account: 'customer_credit', amount: 460, customerId: 'c1' },
    { account: 'write_off', amount: 30 },
  ])
})

test('an entry without an amount, with a negative one, or that does not balance is a bug', () => {
  expect(() => entryOf('sale', sale(0, 0), context)).toThrow('balance')
  expect(() => entryOf('sale', sale(100, -10), context)).toThrow('negative')
  expect(() => entryOf('refund', { net: 100, tax: 0, returned: 99, credited: 0 }, context)).toThrow('balance')
})

const amount = fc.nat(99_999_999)

/** For each kind, amounts that fit together. */
const samples: { readonly [Kind in EntryKind]: (net: number, tax: number, other: number) => Parameters<typeof postingsOf<Kind>>[1] } = {
  sale: (net, tax, other) => ({ captured: net, credit: tax, writtenOff: 0, net, tax, providerFee: other }),
  customer_credit: (net, tax) => ({ net, tax }),
  platform_customer_credit: (net, tax) => ({ net, tax, lessHeld: net, lessPayable: 0 }),
  customer_credit_reversal: (net, tax) => ({ net, tax }),
  platform_customer_credit_reversal: (net, tax) => ({ net, tax, held: 0, payable: net }),
  credit_grant: (net) => ({ net }),
  platform_credit_grant: (net) => ({ net, lessHeld: 0, lessPayable: net }),
  duplicate_payment: (net, tax, other) => ({ captured: net + tax, providerFee: other }),
  duplicate_refund: (net, tax) => ({ returned: net + tax }),
  duplicate_refund_reversal: (net, tax) => ({ returned: net + tax }),
  refund: (net, tax) => ({ net, tax, returned: net, credited: tax }),
  refund_reversal: (net, tax, other) => ({ net, tax, returned: net, credited: Math.max(0, tax - other), lost: Math.min(tax, other) }),
  dispute_opened: (net, tax, fee) => ({ net, tax, fee }),
  dispute_resolved: (net, tax, fee) => ({ net, tax, fee }),
  dispute_fee: (_, __, fee) => ({ fee }),
  dispute_lost: (net, tax, fee) => ({ net, tax, fee }),
  platform_dispute_lost: (net, tax, fee) => ({ lessHeld: 0, lessPayable: net, tax, fee }),
  platform_sale: (net, tax, fee) => ({
    captured: net,
    credit: tax,
    writtenOff: 0,
    tax,
    providerFee: fee,
    fee,
    held: 0,
    payable: Math.max(0, net - fee),
    lessHeld: Math.max(0, fee - net),
    lessPayable: 0,
  }),
  platform_refund: (net, tax) => ({ tax, returned: net, credited: tax, lessHeld: net, lessPayable: 0 }),
  platform_refund_reversal: (net, tax) => ({ tax, returned: net, credited: 0, lost: tax, held: 0, payable: net }),
  release: (held) => ({ held, lessHeld: 0 }),
  payout: (amount) => ({ amount }),
}

test.each(Object.keys(entryKinds) as EntryKind[])('every entry of the kind %s balances', (kind) => {
  fc.assert(
    fc.property(amount, amount, amount, (net, tax, other) => {
      const postings = postingsOf<EntryKind>(kind, samples[kind](net, tax, other) as never)
      expect(sum(postings.map((posting) => posting.amount))).toBe(0)
    }),
  )
})

test('account balances are the sums of the postings', () => {
  const balances = balancesOf([{ postings: postingsOf('sale', sale(1000, 190, 65)) }])
  expect(Object.fromEntries(balances)).toEqual({ provider_clearing: 1125, revenue: -1000, tax_payable: -190, provider_fees: 65 })
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

const entry = { ...entryOf('sale', sale(1000, 190, 65), context), id: 'e1' }
const order = {
  net: 1000,
  total: 1190,
  tax: 190,
  discount: 0,
  itemsAmount: 1000,
  itemsTax: 190,
  containedTax: 0,
  decidedTax: 190,
  credit: 0,
  writtenOff: 0,
  captured: 1190,
  providerFee: 65,
  platformFee: null,
  refunded: 0,
  refundedTax: 0,
  disputed: 0,
  disputedTax: 0,
  pendingDispute: 0,
  isPaid: true,
  entries: [entry],
}
const share = { held: 0, payable: 912, lessHeld: 0, lessPayable: 0 }
const ofOperator = { ...entryOf('platform_sale', { ...sale(1000, 190, 65), fee: 88, ...share }, context), id: 'e2' }
const disputeOf = (kind: 'dispute_opened' | 'dispute_resolved' | 'dispute_lost') => ({
  ...entryOf(kind, { net: 1000, tax: 190, fee: 1500 }, { ...context, source: 'dispute:d1' }),
  id: kind,
})
const refundOf = (net: number, tax: number) => ({
  ...entryOf('refund', { net, tax, returned: net + tax, credited: 0 }, { ...context, source: 'refund:r2' }),
  id: 'e3',
})
const free = { net: 0, total: 0, tax: 0, itemsAmount: 0, itemsTax: 0, decidedTax: 0, captured: 0, providerFee: 0, entries: [] }

test.each([
  ['as they were posted', order, []],
  ['sold by the operator', { ...order, platformFee: 88, entries: [ofOperator] }, []],
  ['refunded in part', { ...order, refunded: 300, refundedTax: 57, entries: [entry, refundOf(300, 57)] }, []],
  ['disputed', { ...order, pendingDispute: 1190, entries: [entry, disputeOf('dispute_opened')] }, []],
  [
    'lost to a dispute',
    {
      ...order,
      disputed: 1000,
      disputedTax: 190,
      entries: [entry, disputeOf('dispute_opened'), disputeOf('dispute_resolved'), disputeOf('dispute_lost')],
    },
    [],
  ],
  [
    'disputed without an entry',
    { ...order, pendingDispute: 1190, disputed: 1000, disputedTax: 190 },
    [
      ['e1', 'open disputes of 0 are posted, 1190 are reclaimed'],
      ['e1', 'lost disputes of 0 and 0 of tax are posted, 1000 and 190 are lost'],
    ],
  ],
  ['free', { ...order, ...free }, []],
  ['not paid', { ...order, isPaid: false, entries: [] }, []],
  ['without an entry', { ...order, entries: [] }, [[null, 'it is paid and has no entry']]],
  ['with an entry twice', { ...order, entries: [entry, { ...entry, id: 'e9' }] }, [['e9', 'it has a second entry of a sale']]],
  ['with an entry too early', { ...order, isPaid: false }, [['e1', 'it is not paid and has an entry of a sale']]],
  [
    'with another total',
    { ...order, total: 1191 },
    [['e1', 'its items make 1000 and 190 of tax, which is not 1000 and 190, or 1191 in all']],
  ],
  [
    'with another tax',
    { ...order, net: 1001, itemsAmount: 1001, tax: 189, itemsTax: 189, decidedTax: 189 },
    [['e1', 'revenue is -1000 instead of -1001, tax_payable is -190 instead of -189']],
  ],
  [
    'with another fee',
    { ...order, providerFee: 64 },
    [['e1', 'provider_clearing is 1125 instead of 1126, provider_fees is 65 instead of 64']],
  ],
  [
    'with less captured',
    { ...order, captured: 1189 },
    [
      ['e1', '1189 captured and 0 of credit do not make 1190, of which 0 is refunded'],
      ['e1', 'provider_clearing is 1125 instead of 1124'],
    ],
  ],
  [
    'with another fee of the operator',
    { ...order, platformFee: 87, entries: [ofOperator] },
    [['e2', 'platform_fee is -88 instead of -87, org_payable is -912 instead of -913']],
  ],
  [
    'refunded without an entry',
    { ...order, refunded: 300, refundedTax: 57 },
    [['e1', 'refunds of 0 and 0 of tax are posted, 300 and 57 are refunded']],
  ],
])('an order and its entries are compared: %s', (_, candidate, faults) => {
  expect(orderFaults(candidate).map(({ entryId, sentence }) => [entryId, sentence])).toEqual(faults)
})
