import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '#kernel/money.ts'
import type { Product } from '#merchant/catalogue/products/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { updateBilling } from './billing-details.ts'
import { collect, dueAmount, isPaid, orderStatuses } from './model.ts'
import { applyCredit, billingReason, createOrder, type OrderInput, payOrder, saleAmounts } from './rules.ts'
import { orderStatusAfter, orderTransitions } from './transitions.ts'
import { order as orderSchema, toOrderWire } from './wire.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const organizationId = '0195894c-7a10-7000-8000-0000000000ff'
let counter = 0
const createId = () => `0195894c-7a10-7000-8000-${(++counter).toString(16).padStart(12, '0')}`
const context = { createId, organizationId, now }

const purchase: OrderInput = {
  billingReason: 'purchase',
  checkoutId: createId(),
  subscriptionId: null,
  period: null,
  paymentId: null,
  customerId: createId(),
  productId: createId(),
  currency: 'eur',
  items: [{ label: 'Template Library', amount: 8900, productPriceId: createId(), isProration: false }],
  discountId: null,
  discountAmount: 0,
  tax: null,
  taxAmount: 0,
  creditBalance: 0,
  billingName: 'Zoe',
  billingAddress: null,
  buyerTaxId: null,
  metadata: { plan: 'solo' },
  customFieldData: {},
  isLatePayment: false,
  locale: null,
}
const pending = createOrder(purchase, context).next
const paid = { captured: 8900, now }
const item = { label: 'x', productPriceId: null, isProration: false }

test('a purchase becomes a pending order whose amounts follow from its items', () => {
  expect(createOrder(purchase, context)).toMatchObject({
    next: { status: 'pending', billingReason: 'purchase', subtotalAmount: 8900, netAmount: 8900, totalAmount: 8900, paidAt: null },
    events: ['order.created'],
  })
})

test('paying an order publishes the update and then the payment', () => {
  expect(payOrder(pending, paid)).toEqual({
    next: { ...pending, status: 'paid', paidAt: now, modifiedAt: now },
    events: ['order.updated', 'order.paid'],
  })
})

test('an order cannot be paid twice', () => {
  expect(() => payOrder(payOrder(pending, paid).next, paid)).toThrow('cannot become paid')
})

test('items, discount and tax always add up', () => {
  const items = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(items, fc.nat(100), fc.nat(500_000), (amounts, share, taxAmount) => {
      const discountAmount = Math.floor((sum(amounts) * share) / 100)
      const sample = {
        ...purchase,
        items: amounts.map((amount) => ({ ...item, amount })),
        discountAmount,
        taxAmount,
      }
      const { next } = createOrder(sample, context)
      expect(sum(next.items.map(({ amount }) => amount))).toBe(next.subtotalAmount)
      expect(sum(next.items.map((each) => each.taxAmount))).toBe(next.taxAmount)
      expect(next.subtotalAmount - next.discountAmount + next.taxAmount).toBe(next.totalAmount)
    }),
  )
})

test('a discount beyond the sum is a bug', () => {
  expect(() => createOrder({ ...purchase, discountAmount: 8901 }, context)).toThrow('negative')
})

test('an order of a subscription needs no checkout, and keeps its reason', () => {
  const { next } = createOrder({ ...purchase, billingReason: 'subscription_cycle', checkoutId: null }, context)
  expect(next).toMatchObject({ billingReason: 'subscription_cycle', checkoutId: null, status: 'pending' })
})

test('no discount applies to a proration, and a negative one takes its share of the tax', () => {
  const items = [
    { ...item, amount: 3000 },
    { ...item, amount: -700, isProration: true },
  ]
  const { next } = createOrder({ ...purchase, items, discountAmount: 600, taxAmount: 340 }, context)
  expect(next).toMatchObject({ subtotalAmount: 2300, netAmount: 1700, totalAmount: 2040 })
  expect(next.items.map(({ taxAmount, isProration }) => [taxAmount, isProration])).toEqual([
    [480, false],
    [-140, true],
  ])
})

test('the tax of items with negative prorations among them always adds up', () => {
  const items = fc.array(fc.integer({ min: -100_000, max: 1_000_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(items, fc.nat(500_000), (amounts, taxAmount) => {
      fc.pre(sum(amounts) > 0)
      const prorated = amounts.map((amount) => ({ ...item, amount, isProration: true }))
      const { next } = createOrder({ ...purchase, items: prorated, taxAmount }, context)
      expect(sum(next.items.map((each) => each.taxAmount))).toBe(taxAmount)
      expect(next.items.every((each) => each.amount >= 0 === each.taxAmount >= 0 || each.taxAmount === 0)).toBe(true)
    }),
  )
})

test.each([
  [0, { appliedBalanceAmount: 0, dueAmount: 2380, balanceAfter: 0 }],
  [1190, { appliedBalanceAmount: -1190, dueAmount: 1190, balanceAfter: 0 }],
  [3000, { appliedBalanceAmount: -2380, dueAmount: 0, balanceAfter: 620 }],
])('a credit of %i pays an order of 2380 as far as it goes', (balance, outcome) => {
  expect(applyCredit(2380, balance)).toEqual(outcome)
})

test.each([
  [0, { charged: 0, writtenOff: 0 }],
  [49, { charged: 0, writtenOff: 49 }],
  [50, { charged: 50, writtenOff: 0 }],
])('of %i us cents due, what cannot be charged is written off', (due, outcome) => {
  expect(collect(due, 'usd')).toEqual(outcome)
})

test('credit and what is written off pay an order together, and its entry in the ledger says so', () => {
  const order = createOrder({ ...purchase, currency: 'usd', taxAmount: 100, creditBalance: 8970 }, context).next
  const { next } = payOrder(order, { captured: 0, now })
  expect(next).toMatchObject({ status: 'paid', appliedBalanceAmount: -8970, writtenOffAmount: 30 })
  expect(saleAmounts(next, { amount: 0, feeAmount: 0 })).toEqual({
    captured: 0,
    credit: 8970,
    writtenOff: 30,
    net: 8900,
    tax: 100,
    providerFee: 0,
  })
})

test.each([[8899], [8901], [0]])('an order of 8900 cannot be paid with %i', (captured) => {
  expect(() => payOrder(pending, { captured, now })).toThrow('not paid')
})

test.each([
  [{ subscription: null }, 'purchase'],
  [{ subscription: 'new' }, 'subscription_create'],
  [{ subscription: 'existing', trigger: 'cycle' }, 'subscription_cycle'],
  [{ subscription: 'existing', trigger: 'trial_end' }, 'subscription_cycle'],
  [{ subscription: 'existing', trigger: 'cancel' }, 'subscription_cycle'],
  [{ subscription: 'existing', trigger: 'change' }, 'subscription_update'],
] as const)('an order of %j has the billing reason %s', (cause, reason) => {
  expect(billingReason(cause)).toBe(reason)
})

test.each(orderStatuses)('from %s only the listed statuses follow, and never pending', (from) => {
  for (const to of orderStatuses) {
    if (orderTransitions[from].includes(to)) expect(orderStatusAfter(from, to)).toBe(to)
    else expect(() => orderStatusAfter(from, to)).toThrow('cannot become')
  }
  expect(orderTransitions[from]).not.toContain('pending')
})

test('an order stays paid after refunds, and nothing is due', () => {
  expect(orderStatuses.map(isPaid)).toEqual([false, true, true, true])
  expect(dueAmount({ ...pending, appliedBalanceAmount: -900 })).toBe(8000)
  expect(dueAmount({ ...pending, status: 'refunded' })).toBe(0)
})

test('the wire form is what both published clients parse', () => {
  const common = { organizationId, metadata: {}, createdAt: now, modifiedAt: null }
  const customer: Customer = {
    ...common,
    id: purchase.customerId,
    externalId: null,
    isExternalIdDoubtful: false,
    hasEmail: true,
    isEmailTyped: false,
    emailVerifiedAt: null,
    email: 'zoe@example.com',
    isEmailVerified: false,
    isTaxExempt: false,
    name: 'Zoe',
    billingAddress: null,
    taxId: null,
    deletedAt: null,
  }
  const product: Product = {
    ...common,
    id: purchase.productId,
    name: 'Template Library',
    description: null,
    recurringInterval: null,
    trialInterval: null,
    trialIntervalCount: null,
    isTrialPaymentRequired: true,
    taxCode: 'standard',
    isArchived: false,
  }
  const wire = orderSchema.parse(
    toOrderWire(
      {
        order: { ...payOrder(pending, paid).next, number: 'NT-0215' },
        customer,
        product,
        discount: null,
        subscription: null,
        isTest: true,
      },
      'https://shop.example',
    ),
  )
  expect(wire).toMatchObject({
    paid: true,
    amount: 8900,
    user_id: purchase.customerId,
    discount: null,
    subscription: null,
    is_invoice_generated: false,
    billing_name: 'Zoe',
    due_amount: 0,
    customer: { email: 'zoe@example.com' },
    product: { name: 'Template Library', is_recurring: false },
    items: [{ label: 'Template Library', amount: 8900, tax_amount: 0, proration: false }],
  })
})

describe('the buyer of an invoice', () => {
  const address = { line1: null, line2: null, postalCode: null, city: null, state: null, country: 'NL' }
  const order = { billingName: 'Zoe', billingAddress: null, isInvoiceGenerated: false, modifiedAt: null }
  const later = new Date('2026-03-13T14:20:00.000Z')

  test.each([
    [{ billingName: 'Zoe Ltd' }, { billingName: 'Zoe Ltd', billingAddress: null }],
    [{ billingAddress: address }, { billingName: 'Zoe', billingAddress: address }],
    [{ billingName: null }, { billingName: null, billingAddress: null }],
  ])('is updated by %j', (changes, expected) => {
    expect(updateBilling(order, changes, later)).toMatchObject({ next: { ...expected, modifiedAt: later }, events: ['order.updated'] })
  })

  test.each([{}, { billingName: 'Zoe' }])('stays as it is with %j', (changes) => {
    expect(updateBilling({ ...order, isInvoiceGenerated: true }, changes, later).events).toEqual([])
  })

  test.each([
    [{ billingName: 'Zoe Ltd' }, 'billing_name'],
    [{ billingAddress: address }, 'billing_address'],
  ])('is fixed once the invoice exists: %j is refused', (changes, field) => {
    expect(() => updateBilling({ ...order, isInvoiceGenerated: true }, changes, later)).toThrow(
      expect.objectContaining({ status: 422, loc: ['body', field] }),
    )
  })
})
