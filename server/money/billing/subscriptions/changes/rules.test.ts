import { expect, test } from 'vitest'
import { Refusal, ValidationRefusal } from '#kernel/refusal.ts'
import type { Price, PricedProduct } from '#merchant/catalogue/products/model.ts'
import { type ChangeableSubscription, type ChangePolicy, changeStep, directionOf, refuseChange } from './rules.ts'

const at = new Date('2025-06-01T00:00:00.000Z')
const owned = { organizationId: 'o', createdAt: at, modifiedAt: null, isArchived: false } as const
const price: Price = { ...owned, id: 'p', productId: 'team', kind: 'fixed', amount: 3000, currency: 'usd' }
const target: PricedProduct = {
  ...owned,
  id: 'team',
  name: 'Team',
  description: null,
  recurringInterval: 'month',
  metadata: {},
  prices: [price],
  trialInterval: null,
  trialIntervalCount: null,
  isTrialPaymentRequired: true,
  taxCode: 'standard',
  customFields: [],
  benefits: [],
  medias: [],
}
const custom: Price = { ...price, kind: 'custom', minimum: 500, maximum: null, preset: null }

const subscription: ChangeableSubscription = {
  status: 'active',
  cancelAtPeriodEnd: false,
  currency: 'usd',
  productId: 'starter',
  pendingProductId: null,
  isCharging: false,
  amount: 1000,
  recurringInterval: 'month',
}
const team = { productId: 'team', amount: 3000, recurringInterval: 'month' } as const
const settings: ChangePolicy['settings'] = { applyUpgrades: 'now', applyDowngrades: 'period_end' }

/** The refusal of the rule: the code, and the messages of its problems. */
function changeFault(change: Partial<ChangeableSubscription>, product: PricedProduct | undefined) {
  try {
    refuseChange({ ...subscription, ...change }, product)
    return null
  } catch (error) {
    if (error instanceof ValidationRefusal) return error.problems
    return error instanceof Refusal ? error.code : error
  }
}

test.each<[what: string, change: Partial<ChangeableSubscription>]>([
  ['was canceled', { status: 'canceled' }],
  ['never started', { status: 'incomplete_expired' }],
  ['is set to cancel', { cancelAtPeriodEnd: true }],
  ['is set to cancel in its trial', { status: 'trialing', cancelAtPeriodEnd: true }],
])('the product of a subscription that %s cannot change, to no product at all', (_, change) => {
  expect(changeFault(change, target)).toBe('AlreadyCanceledSubscription')
  expect(changeFault(change, undefined)).toBe('AlreadyCanceledSubscription')
})

test.each<[what: string, change: Partial<ChangeableSubscription>, product: Partial<PricedProduct> | null, msg: string]>([
  ['the organization has no such product', {}, null, 'There is no such product.'],
  ['the product is sold once', {}, { recurringInterval: null }, 'The product is not recurring.'],
  ['the product is archived', {}, { isArchived: true }, 'The product is archived.'],
  ['the currency differs', { currency: 'eur' }, {}, 'The product has another currency than the subscription.'],
  ['buyers choose the price', {}, { prices: [custom] }, 'The buyer chooses what the product costs.'],
  ['the first payment is missing', { status: 'incomplete' }, {}, 'The first payment of the subscription has not been made.'],
  ['a renewal was declined', { status: 'past_due' }, {}, 'The present period of the subscription has not been paid.'],
  ['collection was exhausted', { status: 'unpaid' }, {}, 'The present period of the subscription has not been paid.'],
])('the product cannot change when %s', (_, change, product, msg) => {
  const problem = { loc: ['body', 'product_id'], msg, type: 'value_error' }
  expect(changeFault(change, product ? { ...target, ...product } : undefined)).toEqual([problem])
})

test('all problems of a product are reported at once', () => {
  expect(changeFault({}, { ...target, isArchived: true, prices: [custom] })).toHaveLength(2)
})

test('an active or trialing subscription may change to a fitting product, unless a payment of it is in progress', () => {
  expect(changeFault({}, target)).toBeNull()
  expect(changeFault({ status: 'trialing' }, target)).toBeNull()
  expect(changeFault({ isCharging: true }, target)).toBe('SubscriptionLocked')
})

test('a subscription may keep a product that could not be chosen any more', () => {
  expect(changeFault({ productId: 'team' }, { ...target, isArchived: true, prices: [custom] })).toBeNull()
})

test.each([
  [1000, 'month', 3000, 'month', 'upgrade'],
  [3000, 'month', 1000, 'month', 'downgrade'],
  [1000, 'month', 1000, 'month', 'lateral'],
  [1000, 'month', 12_000, 'year', 'lateral'],
  [1000, 'month', 10_000, 'year', 'downgrade'],
  [10_000, 'year', 1000, 'month', 'upgrade'],
  [0, 'month', 1, 'year', 'upgrade'],
] as const)('from %d a %s to %d a %s is: %s', (amount, recurringInterval, toAmount, toInterval, direction) => {
  expect(directionOf({ amount, recurringInterval }, { amount: toAmount, recurringInterval: toInterval })).toBe(direction)
})

test.each<
  [what: string, change: Partial<ChangeableSubscription>, to: Partial<typeof team> | object, apply: ChangePolicy['apply'], step: string]
>([
  ['an upgrade follows the rule of upgrades', {}, {}, null, 'now'],
  ['a downgrade follows the rule of downgrades', {}, { amount: 500 }, null, 'period_end'],
  ['a product that costs the same follows the rule of downgrades', {}, { amount: 1000 }, null, 'period_end'],
  ['a request beats the rule', {}, {}, 'period_end', 'period_end'],
  ['a request beats the rule of downgrades', {}, { amount: 500 }, 'now', 'now'],
  ['a trial switches now', { status: 'trialing' }, { amount: 500 }, 'period_end', 'now'],
  ['the present product changes nothing', {}, { productId: 'starter', amount: 9 }, 'now', 'none'],
  ['the present product takes a change at the end back', { pendingProductId: 'team' }, { productId: 'starter' }, null, 'keep'],
  ['the product that comes at the end changes nothing', { pendingProductId: 'team' }, {}, 'period_end', 'none'],
  ['the product that comes at the end can be had now', { pendingProductId: 'team' }, {}, 'now', 'now'],
  ['another product replaces the one that comes at the end', { pendingProductId: 'pro' }, {}, 'period_end', 'period_end'],
])('%s', (_, change, to, apply, step) => {
  expect(changeStep({ ...subscription, ...change }, { ...team, ...to }, { apply, settings })).toBe(step)
})
