import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#kernel/money.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { Product } from '#merchant/products/model.ts'
import { dueAmount, isPaid, orderStatuses } from './model.ts'
import { billingReason, orderFromCheckout, type Purchase, payOrder } from './rules.ts'
import { orderStatusAfter, orderTransitions } from './transitions.ts'
import { order as orderSchema, toOrderWire } from './wire.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const organizationId = '0195894c-7a10-7000-8000-0000000000ff'
let counter = 0
const createId = () => `0195894c-7a10-7000-8000-${(++counter).toString(16).padStart(12, '0')}`
const context = { createId, organizationId, now }

const purchase: Purchase = {
  checkoutId: createId(),
  customerId: createId(),
  productId: createId(),
  currency: 'eur',
  lines: [{ label: 'Template Library', amount: 8900, productPriceId: createId() }],
  discountAmount: 0,
  taxAmount: 0,
  billingName: 'Zoe',
  billingAddress: null,
  metadata: { plan: 'solo' },
  customFieldData: {},
  isLatePayment: false,
}
const pending = orderFromCheckout(purchase, context).next

test('a purchase becomes a pending order whose amounts follow from its lines', () => {
  expect(orderFromCheckout(purchase, context)).toMatchObject({
    next: { status: 'pending', billingReason: 'purchase', subtotalAmount: 8900, netAmount: 8900, totalAmount: 8900, paidAt: null },
    events: ['order.created'],
  })
})

test('paying an order publishes the update and then the payment', () => {
  expect(payOrder(pending, now)).toEqual({
    next: { ...pending, status: 'paid', paidAt: now, modifiedAt: now },
    events: ['order.updated', 'order.paid'],
  })
})

test('an order cannot be paid twice', () => {
  expect(() => payOrder(payOrder(pending, now).next, now)).toThrow('cannot become paid')
})

test('lines, discount and tax always add up', () => {
  const lines = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(lines, fc.nat(100), fc.nat(500_000), (amounts, share, taxAmount) => {
      const discountAmount = Math.floor((sum(amounts) * share) / 100)
      const sample = {
        ...purchase,
        lines: amounts.map((amount) => ({ label: 'x', amount, productPriceId: null })),
        discountAmount,
        taxAmount,
      }
      const { next } = orderFromCheckout(sample, context)
      expect(sum(next.items.map((item) => item.amount))).toBe(next.subtotalAmount)
      expect(sum(next.items.map((item) => item.taxAmount))).toBe(next.taxAmount)
      expect(next.subtotalAmount - next.discountAmount + next.taxAmount).toBe(next.totalAmount)
    }),
  )
})

test('a discount beyond the sum is a bug', () => {
  expect(() => orderFromCheckout({ ...purchase, discountAmount: 8901 }, context)).toThrow('negative')
})

test.each([
  [{ subscription: null }, 'purchase'],
  [{ subscription: 'new' }, 'subscription_create'],
  [{ subscription: 'existing', trigger: 'cycle' }, 'subscription_cycle'],
  [{ subscription: 'existing', trigger: 'trial_end' }, 'subscription_cycle'],
  [{ subscription: 'existing', trigger: 'cancel' }, 'subscription_cycle'],
  [{ subscription: 'existing', trigger: 'update' }, 'subscription_update'],
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
    email: 'zoe@example.com',
    isEmailVerified: false,
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
    isArchived: false,
  }
  const wire = orderSchema.parse(
    toOrderWire({ order: { ...payOrder(pending, now).next, number: 'NT-0215' }, customer, product }, 'https://shop.example'),
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
