import { expect, test } from 'vitest'
import type { Price, PricedProduct } from '#merchant/catalogue/products/model.ts'
import { targetFault, type UpgradableSubscription, upgradeFault } from '../model.ts'
import { cancel, start } from '../rules.ts'
import { upgradePlan } from './upgrade.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const later = new Date('2026-03-20T09:00:00.400Z')
const free: UpgradableSubscription = { subscription: { status: 'active', amount: 0, currency: 'usd' }, prices: [{ kind: 'free' }] }
const owned = { organizationId: 'o', createdAt: now, modifiedAt: null, isArchived: false } as const
const price: Price = { ...owned, id: 'r2', productId: 'team', kind: 'fixed', amount: 3000, currency: 'usd' }
const product: PricedProduct = {
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

test.each<[what: string, subscription: UpgradableSubscription | null, sentence: string | null]>([
  ['a free one', free, null],
  ['a free one in its trial', { ...free, subscription: { ...free.subscription, status: 'trialing' } }, null],
  ['none', null, 'There is no such subscription.'],
  [
    'a canceled one',
    { ...free, subscription: { ...free.subscription, status: 'canceled' } },
    'The subscription has ended, or is not paid.',
  ],
  ['an unpaid one', { ...free, subscription: { ...free.subscription, status: 'unpaid' } }, 'The subscription has ended, or is not paid.'],
  [
    'a paid one',
    { ...free, subscription: { ...free.subscription, amount: 100 } },
    'Only a free subscription can be upgraded by a checkout.',
  ],
  ['one of usage', { ...free, prices: [{ kind: 'metered_unit' }] }, 'Only a free subscription can be upgraded by a checkout.'],
])('a checkout that names %s as the subscription to upgrade gets the answer %j', (_, subscription, sentence) => {
  expect(upgradeFault(subscription)).toBe(sentence)
})

test('the product of an upgrade is recurring and has the currency of the subscription', () => {
  expect(targetFault(free, product)).toBeNull()
  expect(targetFault(free, { ...product, recurringInterval: null })).toBe('A subscription can only be upgraded to recurring products.')
  const euros = { ...product, prices: [{ ...price, currency: 'eur' }] }
  expect(targetFault(free, euros)).toBe('The product has another currency than the subscription.')
})

const subscription = start(
  {
    id: 's',
    organizationId: 'o',
    customerId: 'c',
    checkoutId: null,
    productId: 'free',
    priceIds: ['r'],
    discountId: null,
    amount: 0,
    currency: 'usd',
    recurringInterval: 'month',
    trial: null,
    metadata: { seat: 'a' },
    customFieldData: {},
    locale: null,
    billingTimezone: 'UTC',
    isExclusive: true,
    paymentMethodId: null,
    periodAmount: 0,
  },
  now,
).next
const plan = { productId: 'team', priceIds: ['r2'], amount: 3000, currency: 'usd', recurringInterval: 'year' } as const
const upgrade = {
  plan,
  periodAmount: 2700,
  discountId: 'd',
  paymentMethodId: 'm',
  metadata: {},
  customFieldData: { size: 'L' },
  now: later,
}

test('an upgrade starts a period of the new plan at the second of its payment', () => {
  const { next, events } = upgradePlan(subscription, upgrade)
  const start = new Date('2026-03-20T09:00:00.000Z')
  expect(events).toEqual(['subscription.updated'])
  expect(next).toMatchObject({
    id: 's',
    status: 'active',
    productId: 'team',
    priceIds: ['r2'],
    amount: 3000,
    recurringInterval: 'year',
    anchorAt: start,
    currentPeriodStart: start,
    currentPeriodEnd: new Date('2027-03-20T09:00:00.000Z'),
    periodAmount: 2700,
    discountId: 'd',
    discountAppliedAt: start,
    paymentMethodId: 'm',
    metadata: { seat: 'a' },
    customFieldData: { size: 'L' },
  })
})

test('an upgrade takes a cancellation back', () => {
  const { next, events } = upgradePlan(cancel(subscription, { reason: 'unused' }, now).next, upgrade)
  expect(events).toEqual(['subscription.updated', 'subscription.uncanceled'])
  expect(next).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null, endsAt: null, customerCancellationReason: null })
})

test('an upgrade in a trial ends the trial', () => {
  const trialing = { ...subscription, status: 'trialing', trialStart: now, trialEnd: new Date('2026-04-12T14:20:00.000Z') } as const
  const { next } = upgradePlan(trialing, upgrade)
  expect([next.status, next.trialEnd]).toEqual(['active', next.currentPeriodStart])
})
