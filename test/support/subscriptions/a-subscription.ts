// Subscriptions for tests: a customer with a saved card.

import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { findDiscount } from '#merchant/catalogue/discounts/index.ts'
import { amountOff, type Discount } from '#merchant/catalogue/discounts/model.ts'
import { findProduct } from '#merchant/catalogue/products/index.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { startMeters } from '#money/billing/cycle/actions/reset-meters.ts'
import { fieldsOf, taxOrder } from '#money/billing/cycle/orders.ts'
import { readFull } from '#money/billing/cycle/reads.ts'
import { createDueOrders, totalOf } from '#money/billing/orders/index.ts'
import { planOf, subscriptions } from '#money/billing/subscriptions/index.ts'
import { type SubscriptionDraft, start } from '#money/billing/subscriptions/rules.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import { aProduct, type TestMerchant } from '../a-merchant.ts'
import { uniqueEmail } from '../a-user.ts'
import { aPaymentMethod } from '../payments/a-payment-method.ts'
import type { TestAnswer, TestServer } from '../server.ts'

/** A recurring product with a fixed price, in minor units. */
export async function aPlan(merchant: TestMerchant, amount: number, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const currency = { price_currency: 'usd' }
  const price = amount === 0 ? { amount_type: 'free' } : { amount_type: 'fixed', price_amount: amount, ...currency }
  const product = await aProduct(merchant, { name: `Plan of ${amount}`, recurring_interval: 'month', prices: [price], ...options })
  return product.id
}

/** A subscription with the requests of its merchant. */
export interface TestSubscription {
  readonly id: string
  readonly customerId: string
  read(): Promise<TestAnswer['json']>
  update(body: unknown, key?: string): Promise<TestAnswer>
  preview(body: unknown): Promise<TestAnswer>
}

/** The product of a subscription, and what pays it: the number of a card, or null for none. */
export interface SubscriptionOptions extends Partial<Pick<SubscriptionDraft, 'discountId' | 'trial' | 'billingTimezone'>> {
  readonly productId: string
  readonly card?: string | null
  readonly customerId?: string
  /** The time since its start. */
  readonly ageSeconds?: number
  /** Whether its first period was paid, by credit that the merchant has given; otherwise nothing was received for it. */
  readonly isPaid?: boolean
}

/** Orders without that of the first period, which `aSubscription` has paid. */
export function laterOrders(orders: TestAnswer['json']): TestAnswer['json'] {
  return orders.filter(({ billing_reason: reason }: { readonly billing_reason: string }) => reason !== 'subscription_create')
}

/** Starts a subscription of a new customer to a product, now. */
export async function aSubscription(server: TestServer, merchant: TestMerchant, options: SubscriptionOptions): Promise<TestSubscription> {
  const { organizationId } = merchant
  const {
    productId,
    card,
    customerId = await aCustomer(merchant),
    discountId = null,
    trial = null,
    billingTimezone = 'UTC',
    ageSeconds = 0,
    isPaid = false,
  } = options
  if (card !== null) await aPaymentMethod(server, { organizationId, customerId })
  const { database, clock } = server.platform
  // A card that asks for approval could not be saved without its customer.
  if (card)
    await sql`update sandbox_methods set card = ${card} where organization_id = ${organizationId} and customer_id = ${customerId}`.execute(
      database.db,
    )
  const product = await findProduct(database.db, [organizationId], productId)
  if (!product) throw new Error('There is no such product.')
  const discount = discountId === null ? null : await findDiscount(database.db, organizationId, discountId)
  const now = new Date(clock.now({ organizationId }).getTime() - ageSeconds * 1000)
  const draft: SubscriptionDraft = {
    ...planOf(product),
    id: newId(now),
    organizationId,
    customerId,
    checkoutId: null,
    discountId,
    trial,
    billingTimezone,
    metadata: {},
    customFieldData: {},
    locale: null,
    isExclusive: false,
    paymentMethodId: null,
    periodAmount: planOf(product).amount - (discount ? amountOff(discount, planOf(product).amount) : 0),
  }
  await database.transaction(async (tx) => {
    const subscription = start(draft, now).next
    await subscriptions.insert(tx, subscription)
    if (subscription.status !== 'trialing') await startMeters(tx, server.platform, subscription)
  })
  if (isPaid && !trial && draft.amount > 0) await payFirstOrder(server, { merchant, draft, discount: discount ?? null, now })
  const path = `/v1/subscriptions/${draft.id}`
  return {
    id: draft.id,
    customerId,
    read: async () => (await merchant.request('GET', path)).json,
    update: (body, key) => merchant.request('PATCH', path, { body, headers: key === undefined ? {} : { 'idempotency-key': key } }),
    preview: (body) => merchant.request('POST', `/v1/subscriptions/${draft.id}/preview`, { body }),
  }
}

interface FirstOrder {
  readonly merchant: TestMerchant
  readonly draft: SubscriptionDraft
  readonly discount: Discount | null
  readonly now: Date
}

async function payFirstOrder(server: TestServer, { merchant, draft, discount, now }: FirstOrder): Promise<void> {
  const { platform } = server
  const { organizationId } = merchant
  const full = await readFull(platform.database.db, platform, draft)
  const organization = await findMerchant(platform.database.db, [organizationId], organizationId)
  if (!organization) throw new Error('There is no such merchant.')
  const { subscription, product } = full
  const isExempt = product.taxCode === 'exempt'
  const price = { label: product.name, amount: draft.amount, productPriceId: draft.priceIds[0] ?? null, isProration: false, isExempt }
  const items = [price]
  const discountAmount = draft.amount - draft.periodAmount
  const taxSources = taxSourcesOf(platform)
  const taxed = taxOrder({ items, discountAmount }, { ...full, merchant: organization, taxSources, now })
  const period = { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
  const billed = { ...fieldsOf(full), period, items, discountId: draft.discountId, discountAmount, ...taxed }
  const total = totalOf(billed)
  const credit = { amount: total, currency: draft.currency }
  if (total > 0) await merchant.request('POST', `/v1/customers/${draft.customerId}/credits`, { body: credit })
  const order = { billingReason: 'subscription_create', ...billed, creditBalance: total } as const
  await platform.database.transaction((tx) =>
    createDueOrders(tx, platform, { orders: [{ id: newId(now), order, ...full, discount }], now }),
  )
}

async function aCustomer(merchant: TestMerchant): Promise<string> {
  return (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail(), name: 'Emmy Noether' } })).json.id
}
