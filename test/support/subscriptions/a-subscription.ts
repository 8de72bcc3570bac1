// Subscriptions for tests: a customer with a saved card, whose first period is paid outside of what the test looks at.
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { findProduct } from '#merchant/products/index.ts'
import { planOf, subscriptions } from '#money/subscriptions/index.ts'
import { type SubscriptionDraft, start } from '#money/subscriptions/rules.ts'
import { startMeters } from '#sales/billing-cycle/actions/reset-meters.ts'
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

/** What a subscription is to, and what pays it: the number of a card, or null for none. */
export interface SubscriptionOptions extends Partial<Pick<SubscriptionDraft, 'discountId' | 'trial' | 'billingTimezone'>> {
  readonly productId: string
  readonly card?: string | null
  readonly customerId?: string
  /** How long ago it started. */
  readonly ageSeconds?: number
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
  const now = new Date(clock.now({ organizationId }).getTime() - ageSeconds * 1000)
  const draft: SubscriptionDraft = {
    ...{ ...planOf(product), id: newId(now), organizationId, customerId, checkoutId: null, discountId, trial, billingTimezone },
    ...{ metadata: {}, customFieldData: {}, locale: null, isExclusive: false, paymentMethodId: null },
  }
  await database.transaction(async (tx) => {
    const subscription = start(draft, now).next
    await subscriptions.insert(tx, subscription)
    if (subscription.status !== 'trialing') await startMeters(tx, server.platform, subscription)
  })
  const path = `/v1/subscriptions/${draft.id}`
  return {
    id: draft.id,
    customerId,
    read: async () => (await merchant.request('GET', path)).json,
    update: (body, key) => merchant.request('PATCH', path, { body, headers: key === undefined ? {} : { 'idempotency-key': key } }),
    preview: (body) => merchant.request('POST', `/v1/subscriptions/${draft.id}/preview`, { body }),
  }
}

async function aCustomer(merchant: TestMerchant): Promise<string> {
  return (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail(), name: 'Emmy Noether' } })).json.id
}
