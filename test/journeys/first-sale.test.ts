// Databases: both.
// The first sale through the API: a product, a checkout, a card, an order, the ledger.
import { expect, test } from 'vitest'
import { verifyLedger } from '#money/billing/orders/index.ts'
import { aCheckout, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
checkBooksAfterEach(server)

test('the sale of a product gives a paid order, a balanced ledger and the events in their order', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const checkout = await aCheckout(server, merchant, { products: [product.id], metadata: { campaign: 'spring' } })
  expect(checkout.created).toMatchObject({
    status: 'open',
    amount: 4200,
    total_amount: 4200,
    currency: 'usd',
    is_payment_form_required: true,
  })
  expect((await checkout.view()).json).toMatchObject({
    id: checkout.id,
    product: { id: product.id },
    organization: { id: merchant.organizationId },
  })

  const confirmed = await checkout.confirm()
  expect(confirmed.status).toBe(200)
  expect(confirmed.json).toMatchObject({ id: checkout.id, status: 'confirmed', customer_session_token: expect.stringMatching(/^gh_cst_/) })
  expect((await checkout.view()).json.status).toBe('succeeded')

  const orders = await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)
  expect(orders.json.pagination).toEqual({ total_count: 1, max_page: 1 })
  const [order] = orders.json.items
  expect(order).toMatchObject({
    status: 'paid',
    paid: true,
    subtotal_amount: 4200,
    discount_amount: 0,
    net_amount: 4200,
    tax_amount: 0,
    total_amount: 4200,
    currency: 'usd',
    billing_reason: 'purchase',
    billing_name: 'Blaise Pascal',
    checkout_id: checkout.id,
    product_id: product.id,
    metadata: { campaign: 'spring' },
    customer: { email: checkout.email, name: 'Blaise Pascal' },
    items: [{ label: 'Template Library', amount: 4200, tax_amount: 0, proration: false }],
  })
  expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json).toEqual(order)

  const entries = await merchant.request('GET', `/v1/ledger/entries?order_id=${order.id}`)
  expect(entries.json.items).toMatchObject([
    {
      kind: 'sale',
      source: `order:${order.id}`,
      currency: 'usd',
      postings: [
        { account: 'provider_clearing', amount: 4200 },
        { account: 'revenue', amount: -4200 },
        { account: 'provider_fees', amount: 152 },
        { account: 'provider_clearing', amount: -152 },
      ],
    },
  ])
  const { faults } = await verifyLedger(server.platform.database.db)
  expect(faults.filter((fault) => fault.organizationId === merchant.organizationId)).toEqual([])

  const events = await eventsOf(server, merchant.organizationId)
  expect(events.map(({ name }) => name).filter((name) => !/^(organization|member|team)\./.test(name))).toEqual([
    'product.created',
    'checkout.created',
    'checkout.updated',
    'customer.created',
    'order.created',
    'order.updated',
    'order.paid',
  ])
  const payloadOf = (name: string) => events.find((event) => event.name === name)?.payload
  expect(payloadOf('checkout.updated')).toMatchObject({ status: 'succeeded', customer_id: order.customer_id })
  expect(payloadOf('order.created')).toMatchObject({ id: order.id, status: 'pending', paid: false })
  expect(payloadOf('order.paid')).toEqual(order)
})

test('a returning buyer whom the server names stays one customer, whose details are updated after the payment', async () => {
  const merchant = await aMerchant(server)
  const first = await aCheckout(server, merchant)
  await first.confirm()
  const second = await aCheckout(server, merchant, { customer_email: first.email })
  const body = { customer_email: first.email.toUpperCase(), customer_name: 'Blaise P.', customer_billing_address: { country: 'BE' } }
  expect((await second.confirm(undefined, { body })).status).toBe(200)
  const customers = await merchant.request('GET', '/v1/customers/')
  expect(customers.json.items).toMatchObject([{ email: first.email, name: 'Blaise P.', billing_address: { country: 'BE' } }])
  const events = (await eventsOf(server, merchant.organizationId)).map(({ name }) => name)
  expect(events.filter((name) => name === 'customer.created')).toHaveLength(1)
  expect(events.slice(-5)).toEqual(['checkout.updated', 'customer.updated', 'order.created', 'order.updated', 'order.paid'])
})

test('a confirm is one transaction on each side of the processor call, twelve round trips together, and a list is one statement', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const { statements, roundTrips } = await checkout.confirm(undefined, { key: 'counted' })
  const [before = [], processor = [], after = []] = transactionsOf(statements)
  expect(processor).toEqual([expect.stringContaining('sandbox_charges')])
  expect({ before: before.length, after: after.length, roundTrips }).toEqual({ before: 4, after: 14, roundTrips: 15 })

  // The statement of the list, and the look-up of the token.
  for (const path of ['/v1/orders/', '/v1/checkouts/', '/v1/ledger/entries']) {
    expect((await merchant.request('GET', path)).roundTrips).toBe(2)
  }
})

/** The statements of each transaction, without its begin and commit. */
function transactionsOf(texts: readonly string[]): string[][] {
  const transactions: string[][] = []
  for (const text of texts) {
    if (text === 'begin') transactions.push([])
    else if (text !== 'commit') transactions.at(-1)?.push(text)
  }
  return transactions
}

test('a session of a buyer recognized by email alone is limited to the order, unless the customer is new, of another external id, or named by the merchant', async () => {
  const merchant = await aMerchant(server)
  const sessionsOf = (checkoutId: string) =>
    server.platform.database.db
      .selectFrom('customer_sessions')
      .select(['is_limited_to_checkout as isLimited', 'customer_id', 'token_digest'])
      .where('checkout_id', '=', checkoutId)
      .execute()
  const first = await aCheckout(server, merchant)
  const { customer_session_token } = (await first.confirm()).json
  const [session] = await sessionsOf(first.id)
  expect(session).toEqual({
    isLimited: false,
    customer_id: expect.any(String),
    token_digest: server.platform.secrets.digest(customer_session_token),
  })
  const sameEmail = await aCheckout(server, merchant)
  await sameEmail.confirm(undefined, { body: { customer_email: first.email } })
  expect(await sessionsOf(sameEmail.id)).toMatchObject([{ isLimited: true, customer_id: session?.customer_id }])
  const named = await aCheckout(server, merchant, { customer_id: session?.customer_id })
  await named.confirm(undefined, { body: { customer_email: first.email } })
  expect(await sessionsOf(named.id)).toMatchObject([{ isLimited: false, customer_id: session?.customer_id }])
  const adopting = await aCheckout(server, merchant, { external_customer_id: 'an-id-of-the-merchant' })
  await adopting.confirm(undefined, { body: { customer_email: first.email } })
  const [other] = await sessionsOf(adopting.id)
  expect([other?.isLimited, other?.customer_id === session?.customer_id]).toEqual([false, false])
})
