import { expect, test } from 'vitest'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import type { Price, PricedProduct, RecurringInterval } from '#merchant/catalogue/products/model.ts'
import { paidOrder } from '#test/vector-runner/paid-period.ts'
import type { Subscription } from '../model.ts'
import { type SubscriptionDraft, start } from '../rules.ts'
import { changeDiscount, changePlan } from './plan.ts'
import { type ChangeContext, type ChangeQuote, type ChangeRequest, planOf, quoteChange } from './quote.ts'

const START = new Date('2025-06-01T00:00:00.000Z')
const HALF = new Date('2025-06-16T00:00:00.000Z')
const owned = { organizationId: 'o', createdAt: START, modifiedAt: null, isArchived: false } as const

function productOf(id: string, amount: number, recurringInterval: RecurringInterval = 'month'): PricedProduct {
  const price: Price = { ...owned, id: `${id}-price`, productId: id, kind: 'fixed', amount, currency: 'usd' }
  const usage: Price = {
    ...owned,
    id: `${id}-usage`,
    productId: id,
    kind: 'metered_unit',
    currency: 'usd',
    unitAmount: '1',
    capAmount: null,
    meterId: 'm',
    meterName: 'Calls',
  }
  return {
    ...owned,
    id,
    name: id,
    description: null,
    recurringInterval,
    metadata: {},
    prices: [usage, price],
    trialInterval: null,
    trialIntervalCount: null,
    isTrialPaymentRequired: true,
    taxCode: 'standard',
    customFields: [],
    benefits: [],
    medias: [],
  }
}

function discountOf(id: string, basisPoints: number, change: Partial<Discount> = {}): Discount {
  return {
    id,
    organizationId: 'o',
    name: id,
    code: null,
    value: { type: 'percentage', basisPoints },
    duration: 'forever',
    durationInMonths: null,
    startsAt: null,
    endsAt: null,
    maxRedemptions: null,
    redemptionsCount: 0,
    productIds: [],
    metadata: {},
    createdAt: START,
    modifiedAt: null,
    deletedAt: null,
    ...change,
  }
}

const [starter, team, yearly] = [productOf('starter', 1000), productOf('team', 3000), productOf('yearly', 10_000, 'year')]
const products = new Map([starter, team, yearly].map((product) => [product.id, product]))
const [tenth, half] = [discountOf('tenth', 1000), discountOf('half', 5000)]
const discounts = new Map([tenth, half].map((discount) => [discount.id, discount]))

const draft: SubscriptionDraft = {
  ...planOf(starter),
  id: 's',
  organizationId: 'o',
  customerId: 'c',
  checkoutId: null,
  discountId: null,
  trial: null,
  metadata: {},
  customFieldData: {},
  locale: null,
  billingTimezone: 'UTC',
  isExclusive: false,
  paymentMethodId: null,
  periodAmount: 1000,
}
const started = (change: Partial<SubscriptionDraft> = {}) => start({ ...draft, ...change }, START).next
const at = (subscription: Subscription, now: Date, known = discounts): ChangeContext => {
  const product = products.get(subscription.productId) ?? starter
  return {
    subscription,
    product,
    prices: product.prices,
    now,
    funding: [paidOrder(1_000_000)],
    waiting: [],
    isTaxed: false,
    discount: known.get(subscription.discountId ?? '') ?? null,
    priorDiscount: known.get(subscription.priorDiscountId ?? '') ?? null,
    settings: {
      allowMultipleSubscriptions: false,
      allowCustomerUpdates: true,
      prorationBehavior: 'invoice',
      dunningFinal: 'canceled',
      benefitRevocationGracePeriod: 2,
      applyUpgrades: 'now',
      applyDowngrades: 'now',
      emails: { renewalUpcoming: false, trialEnding: true, paymentFailed: true, paymentRecovered: true },
    },
  }
}
const to = (target: PricedProduct, change: Partial<ChangeRequest> = {}): ChangeRequest => ({
  target,
  behavior: null,
  apply: null,
  ...change,
})
const amountsOf = (quote: ChangeQuote) =>
  quote.kind === 'now' ? quote.proration?.items.map(({ label, amount }) => `${label} ${amount}`) : quote.kind
const changed = (subscription: Subscription, quote: ChangeQuote) =>
  quote.kind === 'now' ? changePlan(subscription, quote.change).next : subscription

test('a plan has the prices of its product, the static one first', () => {
  const plan = { productId: 'team', priceIds: ['team-price', 'team-usage'], amount: 3000, currency: 'usd', recurringInterval: 'month' }
  expect(planOf(team)).toEqual(plan)
  const usageAlone = { ...team, prices: team.prices.filter(({ kind }) => kind === 'metered_unit') }
  expect(planOf(usageAlone)).toMatchObject({ priceIds: ['team-usage'], amount: 0 })
})

test('a change within an interval bills both parts, and the changed subscription keeps its period', () => {
  const subscription = started()
  const quote = quoteChange(to(team), at(subscription, HALF))
  expect(amountsOf(quote)).toEqual(['starter -500', 'team 1500'])
  const next = changed(subscription, quote)
  expect([next.productId, next.priceIds, next.amount]).toEqual(['team', ['team-price', 'team-usage'], 3000])
  expect([next.currentPeriodStart, next.currentPeriodEnd, next.anchorAt]).toEqual([START, new Date('2025-07-01T00:00:00.000Z'), START])
})

test('another interval begins a period and moves the anchor, which has whole seconds', () => {
  const subscription = started()
  const quote = quoteChange(to(yearly), at(subscription, new Date('2025-06-16T00:00:00.700Z')))
  expect(amountsOf(quote)).toEqual(['starter -500', 'yearly 10000'])
  const next = changed(subscription, quote)
  expect([next.currentPeriodStart, next.currentPeriodEnd, next.anchorAt]).toEqual([HALF, new Date('2026-06-16T00:00:00.000Z'), HALF])
  expect(next.recurringInterval).toBe('year')
})

test('in a trial the product switches without a bill, and the trial ends when it did', () => {
  const subscription = started({ trial: { interval: 'month', count: 1 } })
  const quote = quoteChange(to(yearly, { apply: 'period_end' }), at(subscription, HALF))
  expect(quote).toMatchObject({ kind: 'now', proration: null })
  const next = changed(subscription, quote)
  expect([next.status, next.trialEnd, next.currentPeriodEnd]).toEqual(['trialing', subscription.trialEnd, subscription.currentPeriodEnd])
  expect([next.productId, next.recurringInterval]).toEqual(['yearly', 'year'])
})

test("the merchant's rules decide what the request leaves open", () => {
  const context = at(started(), HALF)
  const settings = { ...context.settings, prorationBehavior: 'prorate', applyUpgrades: 'period_end' } as const
  expect(quoteChange(to(team), { ...context, settings })).toEqual({ kind: 'period_end', productId: 'team' })
  const now = quoteChange(to(team, { apply: 'now' }), { ...context, settings })
  expect(now).toMatchObject({ kind: 'now', proration: { order: null, pendingItems: [{ amount: -500 }, { amount: 1500 }] } })
  expect(quoteChange(to(team, { apply: 'now', behavior: 'invoice' }), { ...context, settings })).toMatchObject({
    proration: { pendingItems: [] },
  })
})

test('a discount that stays is on both sides', () => {
  const subscription = started({ discountId: 'tenth', periodAmount: 900 })
  const quote = quoteChange(to(team), at(subscription, HALF))
  expect(amountsOf(quote)).toEqual(['starter -450', 'team 1350'])
  expect(changed(subscription, quote)).toMatchObject({ discountId: 'tenth', discountAppliedAt: START })
})

test('a discount of other products is dropped for good', () => {
  const known = new Map([['tenth', discountOf('tenth', 1000, { productIds: ['starter'] })]])
  const subscription = started({ discountId: 'tenth', periodAmount: 900 })
  const quote = quoteChange(to(team), at(subscription, HALF, known))
  expect(amountsOf(quote)).toEqual(['starter -450', 'team 1500'])
  expect(changed(subscription, quote)).toMatchObject({ discountId: null, discountAppliedAt: null })
})

test('a discount that is over reduces neither side', () => {
  const known = new Map([['tenth', discountOf('tenth', 1000, { duration: 'once' })]])
  const renewed = { ...started({ discountId: 'tenth', periodAmount: 900 }), currentPeriodStart: new Date('2025-07-01T00:00:00.000Z') }
  const subscription = { ...renewed, periodAmount: null, currentPeriodEnd: new Date('2025-07-31T00:00:00.000Z') }
  expect(amountsOf(quoteChange(to(team), at(subscription, new Date('2025-07-16T00:00:00.000Z'), known)))).toEqual([
    'starter -500',
    'team 1500',
  ])
})

test('a discount that was added within the period counts from the next new period', () => {
  const subscription = changeDiscount(started(), { from: null, toId: 'half', now: HALF }).next
  expect(amountsOf(quoteChange(to(team), at(subscription, HALF)))).toEqual(['starter -500', 'team 1500'])
  const quote = quoteChange(to(yearly), at(subscription, HALF))
  expect(quote).toMatchObject({ proration: { order: { subtotalAmount: 9500, discountAmount: 5000 } } })
  expect(changed(subscription, quote)).toMatchObject({ discountId: 'half', discountAppliedAt: HALF })
})

test('the credit goes by the discount that the period was billed with, also after it was replaced', () => {
  const removed = changeDiscount(started({ discountId: 'half', periodAmount: 500 }), { from: half, toId: null, now: HALF }).next
  expect(amountsOf(quoteChange(to(team), at(removed, HALF)))).toEqual(['starter -250', 'team 1500'])
  const replaced = changeDiscount(removed, { from: null, toId: 'tenth', now: HALF }).next
  const quote = quoteChange(to(team), at(replaced, HALF))
  expect(amountsOf(quote)).toEqual(['starter -250', 'team 1500'])
  const again = quoteChange(to(starter), at(changed(replaced, quote), HALF))
  expect(amountsOf(again)).toEqual(['team -1500', 'starter 500'])
})

test('a discount that was replaced in an earlier period does not count any more', () => {
  const removed = changeDiscount(started({ discountId: 'half', periodAmount: 500 }), { from: half, toId: null, now: HALF }).next
  const later = {
    ...removed,
    currentPeriodStart: new Date('2025-07-01T00:00:00.000Z'),
    currentPeriodEnd: new Date('2025-07-31T00:00:00.000Z'),
    periodAmount: null,
  }
  expect(amountsOf(quoteChange(to(team), at(later, new Date('2025-07-16T00:00:00.000Z'))))).toEqual(['starter -500', 'team 1500'])
})
