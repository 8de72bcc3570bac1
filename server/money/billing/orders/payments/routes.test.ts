import { beforeAll, describe, expect, test } from 'vitest'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import { passDays, sharedServer, testServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const server = await sharedServer()
const DECLINED = { body: { confirmation_token_id: 'sandbox_4000000000000002' } }

let merchant: TestMerchant
let checkoutId: string
let email: string

beforeAll(async () => {
  merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  checkoutId = checkout.id
  email = checkout.email
  expect((await checkout.confirm(undefined, DECLINED)).status).toBe(400)
  expect((await checkout.confirm()).status).toBe(200)
})

const list = async (query = '') => (await merchant.request('GET', `/v1/payments/?${query}`)).json

describe('GET /v1/payments/', () => {
  test('lists each attempt of a checkout, the latest first, with its card or the reason of its failure', async () => {
    const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkoutId}`)).json.items
    expect((await list()).items).toMatchObject([
      {
        status: 'succeeded',
        processor: 'stripe',
        amount: 4200,
        currency: 'usd',
        method: 'card',
        method_metadata: { brand: 'visa', last4: '4242' },
        trigger: 'purchase',
        decline_reason: null,
        checkout_id: checkoutId,
        order_id: order.id,
        order_number: order.number,
        customer_id: order.customer_id,
        customer_name: 'Blaise Pascal',
        customer_email: email,
        waits_for: null,
        settled_at: expect.any(String),
        is_duplicate: false,
        organization_id: merchant.organizationId,
        is_test: true,
      },
      {
        status: 'failed',
        method_metadata: { brand: 'visa', last4: '0002' },
        decline_reason: 'card_declined',
        decline_message: expect.any(String),
        checkout_id: checkoutId,
        order_id: null,
      },
    ])
  })

  test.each([
    ['status=failed', 1],
    ['status=succeeded&status=failed', 2],
    ['status=pending', 0],
    ['method=card', 2],
    ['method=bank', 0],
    ['query=0002', 1],
    ['query=nothing', 0],
    ['amount_min=4200', 2],
    ['amount_max=4199', 0],
  ])('filters by %s', async (query, count) => {
    expect((await list(query)).pagination.total_count).toBe(count)
  })

  test('filters by checkout, order, customer and email', async () => {
    const [{ order_id: orderId, customer_id: customerId }] = (await list('status=succeeded')).items
    const counts = async (query: string) => (await list(query)).pagination.total_count
    expect(await counts(`checkout_id=${checkoutId}`)).toBe(2)
    expect(await counts(`order_id=${orderId}`)).toBe(1)
    expect(await counts(`customer_id=${customerId}`)).toBe(2)
    expect(await counts(`customer_id=${orderId}`)).toBe(0)
    expect(await counts(`customer_email=${encodeURIComponent(email.toUpperCase())}`)).toBe(2)
    expect(await counts('customer_email=nobody@example.test')).toBe(0)
  })

  test.each(['created_at', 'status', 'amount', 'method'])('sorts by %s', async (property) => {
    expect((await list(`sorting=-${property}`)).items).toHaveLength(2)
  })
})

describe('the attempts of a subscription', () => {
  let own: TestMerchant
  let orders: readonly { readonly id: string; readonly customer_id: string; readonly checkout_id: string | null }[]
  beforeAll(async () => {
    const moving = await testServer({ database: await ownDatabase() })
    own = await aMerchant(moving)
    const checkout = await aCheckout(moving, own, { products: [await aPlan(own, 1000)] })
    // It pays as it is entered, and is declined off session.
    expect((await checkout.confirm('sandbox_4000000000100059')).status).toBe(200)
    await moving.drain()
    const other = await aCheckout(moving, own)
    await other.confirm()
    for (const days of [32, 3]) await passDays(moving, days)
    const { items } = (await own.request('GET', '/v1/orders/?sorting=created_at')).json
    orders = items
    // Their present address is not that of the attempts.
    await own.request('PATCH', `/v1/customers/${items[0].customer_id}`, { body: { email: uniqueEmail() } })
    return () => moving.close()
  })
  const found = async (query: string) =>
    (await own.request('GET', `/v1/payments/?sorting=created_at&${query}`)).json.items.map((item: Record<string, unknown>) => [
      ...[item['trigger'], item['status'], item['order_id']],
    ])

  test('say what has begun them, and which order they were for', async () => {
    const [first, , renewal] = orders
    const attempts = [
      ['purchase', 'succeeded', first?.id],
      ['subscription_cycle', 'failed', renewal?.id],
      ['retry_dunning', 'failed', renewal?.id],
    ]
    expect(await found(`customer_id=${first?.customer_id}`)).toEqual(attempts)
    expect(await found(`order_id=${renewal?.id}`)).toEqual(attempts.slice(1))
    expect(await found(`order_id=${first?.id}`)).toEqual(attempts.slice(0, 1))
    expect(await found(`checkout_id=${first?.checkout_id}`)).toEqual(attempts.slice(0, 1))
    expect(await found(`checkout_id=${renewal?.id}`)).toEqual([])
    expect((await found('')).length).toBe(4)
  })
})

test('the attempts of a change of plan are purchases of its customer, and those that were paid have its order', async () => {
  const own = await aMerchant(server)
  const checkout = await aCheckout(server, own, { products: [await aPlan(own, 1000)] })
  // It pays as it is entered, and is declined off session.
  expect((await checkout.confirm('sandbox_4000000000100059')).status).toBe(200)
  const { items } = (await own.request('GET', '/v1/subscriptions/')).json
  const [{ id, customer_id: customerId }] = items
  const change = { product_id: await aPlan(own, 3000), proration_behavior: 'invoice' }
  const changed = async () => (await own.request('PATCH', `/v1/subscriptions/${id}`, { body: change })).status
  expect(await changed()).toBe(402)
  const methods = `/v1/customers/${customerId}/payment-methods`
  for (const method of (await own.request('GET', methods)).json.items) await own.request('DELETE', `${methods}/${method.id}`)
  await aPaymentMethod(server, { organizationId: own.organizationId, customerId })
  expect(await changed()).toBe(200)
  const orders = (await own.request('GET', '/v1/orders/')).json.items
  const orderOf = (reason: string): string => orders.find((order: { billing_reason: string }) => order.billing_reason === reason).id
  const [bought, changedOrder] = [orderOf('subscription_create'), orderOf('subscription_update')]
  // Their present address is not that of the attempts.
  await own.request('PATCH', `/v1/customers/${customerId}`, { body: { email: uniqueEmail() } })
  const found = async (query: string) => {
    const attempts = (await own.request('GET', `/v1/payments/?sorting=amount&${query}`)).json.items
    const shown = ['amount', 'trigger', 'status', 'order_id', 'checkout_id'] as const
    return attempts.map((item: Readonly<Record<string, unknown>>) => shown.map((field) => item[field])).toSorted()
  }
  const first = [1000, 'purchase', 'succeeded', bought, checkout.id]
  const [failed, paid] = [
    [2000, 'purchase', 'failed', null, null],
    [2000, 'purchase', 'succeeded', changedOrder, null],
  ]
  expect(await found(`customer_id=${customerId}`)).toEqual([first, failed, paid])
  expect(await found(`order_id=${changedOrder}`)).toEqual([paid])
  expect(await found(`order_id=${bought}`)).toEqual([first])
  expect(await found(`checkout_id=${checkout.id}`)).toEqual([first])
  expect(await found(`customer_id=${changedOrder}`)).toEqual([])
})

test('GET /v1/payments/{id} returns one attempt, and 404 to another organization', async () => {
  const [payment] = (await list()).items
  expect((await merchant.request('GET', `/v1/payments/${payment.id}`)).json).toEqual(payment)
  const other = await aMerchant(server)
  expect((await other.request('GET', `/v1/payments/${payment.id}`)).status).toBe(404)
})

test('an attempt that the buyer has to approve waits for them', async () => {
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(cards.requiresAction)
  const { items } = await list(`checkout_id=${checkout.id}`)
  expect(items).toMatchObject([{ status: 'pending', waits_for: 'buyer', settled_at: null, order_id: null, customer_email: checkout.email }])
})

test('GET /v1/payments/export has a row for each attempt', async () => {
  const { text } = await merchant.request('GET', `/v1/payments/export?checkout_id=${checkoutId}`)
  const [head, paid, declined] = text.trim().split('\r\n')
  const columns = (head ?? '').split(',')
  expect(columns).toEqual(expect.arrayContaining(['status', 'amount', 'amount_decimal', 'currency', 'method_metadata_last4']))
  const cellsOf = (row: string | undefined) => Object.fromEntries(columns.map((column, at) => [column, row?.split(',')[at]]))
  const both = { amount: '4200', amount_decimal: '42', currency: 'usd', customer_email: email, method_metadata_brand: 'visa' }
  expect(cellsOf(paid)).toMatchObject({ ...both, status: 'succeeded', method_metadata_last4: '4242' })
  expect(cellsOf(declined)).toMatchObject({ ...both, status: 'failed', method_metadata_last4: '0002', decline_reason: 'card_declined' })
})
