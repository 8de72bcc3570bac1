import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { sharedServer } from '#test/support/server.ts'
import { start } from './rules.ts'
import { subscriptions } from './store.ts'

const server = await sharedServer()
const { transaction } = server.platform.database

async function aRecord(amount = 1900) {
  const merchant = await aMerchant(server)
  const { customerId } = await aSale(server, merchant)
  const price = { amount_type: 'fixed', price_amount: amount, price_currency: 'usd' }
  const product = await aProduct(merchant, { name: 'Library access', recurring_interval: 'month', prices: [price] })
  const { organizationId } = merchant
  const now = server.clock.now({ organizationId })
  const { next } = start(
    {
      id: newId(now),
      organizationId,
      customerId,
      checkoutId: null,
      discountId: null,
      trial: null,
      productId: product.id,
      priceIds: [product.prices[0].id],
      amount,
      currency: 'usd',
      recurringInterval: 'month',
      metadata: { team: 'red' },
      customFieldData: {},
      locale: 'de',
      billingTimezone: 'UTC',
      isExclusive: true,
      paymentMethodId: null,
      periodAmount: 1000,
    },
    now,
  )
  await transaction((tx) => subscriptions.insert(tx, next))
  return { merchant, subscription: next, product }
}

test('a subscription is listed, read and exported with its customer, product and prices', async () => {
  const { merchant, subscription, product } = await aRecord()
  const one = (await merchant.request('GET', `/v1/subscriptions/${subscription.id}`)).json
  expect(one).toMatchObject({
    id: subscription.id,
    status: 'active',
    amount: 1900,
    recurring_interval: 'month',
    customer: { id: subscription.customerId },
    product: { id: product.id, name: 'Library access' },
    prices: [{ id: product.prices[0].id, price_amount: 1900 }],
    meters: [],
    pending_update: null,
    is_test: true,
  })
  const listed = await merchant.request('GET', `/v1/subscriptions/?active=true&product_id=${product.id}&metadata[team]=red`)
  expect(listed.json.items).toEqual([one])
  expect((await merchant.request('GET', '/v1/subscriptions/?active=false')).json.items).toEqual([])
  expect((await merchant.request('GET', '/v1/subscriptions/?status=past_due&sorting=-amount')).json.pagination.total_count).toBe(0)
  const csv = await merchant.request('GET', '/v1/subscriptions/export')
  expect(csv.text.split('\r\n')[1]).toMatch(/,1900,19,usd,.*Library access/)
})

test('a second exclusive subscription of a customer is refused by the database', async () => {
  const { subscription } = await aRecord()
  const second = { ...subscription, id: newId(subscription.createdAt) }
  await expect(transaction((tx) => subscriptions.insert(tx, second))).rejects.toThrow('subscriptions_exclusive')
})
