import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { ownDatabase } from '#test/support/database.ts'
import { publishedSdks } from '#test/support/published-sdk.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const BUYER = {
  customerEmail: 'sanne@visserbouw.example',
  customerName: 'Sanne Visser',
  customerBillingAddress: { country: 'NL' },
} as const

let server: TestServer
let merchant: TestMerchant
let serverURL: string

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  serverURL = await server.listen()
})
afterAll(() => server.close())

describe.each(publishedSdks)('the published client $version', ({ load, loadWebhooks }) => {
  const connect = async (accessToken = merchant.token) => new (await load()).Polar({ accessToken, serverURL })
  const aProduct = async (amount = 4200) =>
    (await connect()).products.create({
      name: 'Template Library',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: amount, priceCurrency: 'usd' }],
      metadata: { shelf: 'upper', rank: 2, isNew: true },
    })
  const aCheckout = async () => (await connect()).checkouts.create({ products: [(await aProduct()).id], metadata: { source: 'a test' } })
  const confirm = async (clientSecret: string, confirmationTokenId = 'sandbox_4242424242424242') =>
    (await connect('')).checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: { ...BUYER, confirmationTokenId } })

  test('creates, reads, updates and lists products', async () => {
    const polar = await connect()
    const product = await aProduct()
    expect(product).toMatchObject({ name: 'Template Library', isRecurring: false, metadata: { shelf: 'upper', rank: 2, isNew: true } })
    expect(product.prices).toMatchObject([{ amountType: 'fixed', priceAmount: 4200, priceCurrency: 'usd' }])
    expect(await polar.products.get({ id: product.id })).toEqual(product)
    const changed = await polar.products.update({ id: product.id, productUpdate: { name: 'Another name', isArchived: true } })
    expect(changed).toMatchObject({ name: 'Another name', isArchived: true, modifiedAt: expect.any(Date) })
    const found: string[] = []
    for await (const page of await polar.products.list({ limit: 1 })) found.push(...page.result.items.map(({ id }) => id))
    expect(found).toContain(product.id)
  })

  test('reads the one-time product of a newer client, which sends no interval', async () => {
    const body = { name: 'Template Library', prices: [{ amount_type: 'fixed', price_amount: 8900, price_currency: 'usd' }] }
    const { status, json } = await merchant.request('POST', '/v1/products/', { body })
    expect([status, json.recurring_interval]).toEqual([201, null])
    expect(await (await connect()).products.get({ id: json.id })).toMatchObject({ recurringInterval: null, isRecurring: false })
  })

  test('reads the organization', async () => {
    const polar = await connect()
    const organization = await polar.organizations.get({ id: merchant.organizationId })
    expect(organization).toMatchObject({ id: merchant.organizationId, slug: merchant.slug })
    const { result } = await polar.organizations.list({ slug: merchant.slug })
    expect(result.items).toEqual([organization])
  })

  test('sells: it creates and confirms a checkout, and reads the order and the customer', async () => {
    const polar = await connect()
    const checkout = await aCheckout()
    expect(checkout).toMatchObject({ status: 'open', amount: 4200, totalAmount: 4200, metadata: { source: 'a test' } })
    const open = await polar.checkouts.clientGet({ clientSecret: checkout.clientSecret })
    expect(open).not.toHaveProperty('metadata')
    const updated = await polar.checkouts.clientUpdate({
      clientSecret: checkout.clientSecret,
      checkoutUpdatePublic: { customerEmail: BUYER.customerEmail },
    })
    expect(updated.customerEmail).toBe(BUYER.customerEmail)
    const confirmed = await confirm(checkout.clientSecret)
    expect(confirmed).toMatchObject({ status: 'confirmed', customerSessionToken: expect.any(String) })
    const { result: orders } = await polar.orders.list({ checkoutId: checkout.id })
    expect(orders.items).toMatchObject([
      {
        paid: true,
        status: 'paid',
        totalAmount: 4200,
        billingReason: 'purchase',
        customer: { email: BUYER.customerEmail },
        items: [{ amount: 4200 }],
      },
    ])
    const order = await polar.orders.get({ id: orders.items[0]?.id ?? '' })
    expect(order).toEqual(orders.items[0])
    const customer = await polar.customers.get({ id: order.customerId })
    expect(customer).toMatchObject({ email: BUYER.customerEmail, name: BUYER.customerName, organizationId: merchant.organizationId })
    const { result: customers } = await polar.customers.list({ email: 'SANNE@visserbouw.example' })
    expect(customers.items.map(({ id }) => id)).toContain(customer.id)
    expect((await polar.checkouts.get({ id: checkout.id })).status).toBe('succeeded')
    expect((await polar.checkouts.list({ productId: checkout.productId })).result.items.map(({ id }) => id)).toEqual([checkout.id])
    expect(
      (await polar.checkouts.update({ id: (await aCheckout()).id, checkoutUpdate: { metadata: { source: 'changed' } } })).metadata,
    ).toEqual({
      source: 'changed',
    })
  })

  test('creates a session of a customer, who reads their own record with it', async () => {
    const polar = await connect()
    await confirm((await aCheckout()).clientSecret)
    const { result } = await polar.customers.list({ email: BUYER.customerEmail })
    const customer = result.items[0]
    const session = await polar.customerSessions.create({ customerId: customer?.id ?? '' })
    expect(session).toMatchObject({ customerId: customer?.id, customer, token: expect.stringMatching(/^gh_cst_/) })
    expect(session.customerPortalUrl).toBe(`${server.settings.BASE_URL}/portal/${merchant.slug}?customer_session_token=${session.token}`)
    const anonymous = await connect('')
    const own = await anonymous.customerPortal.customers.get({ customerSession: session.token })
    expect(own).toMatchObject({ id: customer?.id, email: BUYER.customerEmail, name: BUYER.customerName, oauthAccounts: {} })
    await expect(polar.customerSessions.create({ customerId: UNKNOWN })).rejects.toMatchObject({ name: 'HTTPValidationError' })
    await expect(anonymous.customerPortal.customers.get({ customerSession: merchant.token })).rejects.toMatchObject({ statusCode: 401 })
  })

  test('throws the class of each refusal', async () => {
    const polar = await connect()
    const named = (name: string) => expect.objectContaining({ name })
    await expect(polar.products.get({ id: UNKNOWN })).rejects.toEqual(named('ResourceNotFound'))
    await expect(polar.products.create({ name: 'x', recurringInterval: null, prices: [] })).rejects.toEqual(named('HTTPValidationError'))
    const { clientSecret } = await aCheckout()
    await expect(confirm(clientSecret, 'sandbox_4000000000000002')).rejects.toEqual(named('PaymentError'))
    await confirm(clientSecret)
    await expect(confirm(clientSecret)).rejects.toMatchObject({ name: expect.stringMatching(/NotOpenCheckout|CheckoutForbiddenError/) })
    const expiring = await aCheckout()
    server.clock.advance(24 * 3600)
    await expect(polar.checkouts.clientGet({ clientSecret: expiring.clientSecret })).rejects.toEqual(named('ExpiredCheckoutError'))
    await expect((await connect('gh_oat_wrong')).products.list({})).rejects.toMatchObject({ statusCode: 401 })
  })

  test('verifies every webhook of a sale, as a Standard Webhooks library does', async () => {
    const { validateEvent } = await loadWebhooks()
    // The published verification compares with the system clock.
    server.clock.set(new Date())
    const seller = await aMerchant(server)
    const polar = await connect(seller.token)
    const product = await polar.products.create({
      name: 'Handbook',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 1500 }],
    })
    const receiver = await aReceiver()
    server.clock.advance(1)
    const body = { url: receiver.url, format: 'raw', secret: SECRET, events: webhookEventTypes }
    await seller.request('POST', '/v1/webhooks/endpoints', { body })
    const { clientSecret } = await polar.checkouts.create({ products: [product.id] })
    await (await connect('')).checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { ...BUYER, confirmationTokenId: 'sandbox_4242424242424242' },
    })
    await server.drain()
    await receiver.close()
    expect(receiver.types().toSorted()).toEqual([
      'checkout.created',
      'checkout.updated',
      'customer.created',
      'order.created',
      'order.paid',
      'order.updated',
    ])
    // Resources are delivered concurrently; the events of one resource keep their order.
    expect(receiver.types().filter((type) => type.startsWith('order.'))).toEqual(['order.created', 'order.updated', 'order.paid'])
    const events = receiver.received.map(({ body: text }) => JSON.parse(text) as { type: string; sequence: number })
    expect(events.toSorted((a, b) => a.sequence - b.sequence).map(({ type }) => type)).toEqual([
      'checkout.created',
      'checkout.updated',
      'customer.created',
      'order.created',
      'order.updated',
      'order.paid',
    ])
    for (const { headers, body: text } of receiver.received) {
      const event = validateEvent(text, headers as Record<string, string>, SECRET)
      expect(event.type).toBe((JSON.parse(text) as { type: string }).type)
      expect(new Webhook(SECRET).verify(text, headers as Record<string, string>)).toEqual(JSON.parse(text))
    }
  })
})

test('the published client 0.34.2 manages webhook endpoints and deliveries', async () => {
  const [{ load }] = publishedSdks
  const polar = new (await load()).Polar({ accessToken: merchant.token, serverURL })
  const receiver = await aReceiver()
  const endpoint = await polar.webhooks.createWebhookEndpoint({
    url: receiver.url,
    format: 'raw',
    secret: SECRET,
    events: ['product.created'],
  })
  expect((await polar.webhooks.getWebhookEndpoint({ id: endpoint.id })).url).toBe(receiver.url)
  const changed = await polar.webhooks.updateWebhookEndpoint({
    id: endpoint.id,
    webhookEndpointUpdate: { events: ['product.created', 'order.paid'] },
  })
  expect(changed.events).toEqual(['product.created', 'order.paid'])
  await polar.products.create({ name: 'One more', recurringInterval: null, prices: [{ amountType: 'fixed', priceAmount: 500 }] })
  await server.drain()
  const { result } = await polar.webhooks.listWebhookDeliveries({ endpointId: endpoint.id })
  expect(result.items).toMatchObject([{ succeeded: true, httpCode: 204, webhookEvent: { succeeded: true } }])
  await polar.webhooks.redeliverWebhookEvent({ id: result.items[0]?.webhookEvent.id ?? '' })
  await server.drain()
  expect(receiver.received).toHaveLength(2)
  await polar.webhooks.deleteWebhookEndpoint({ id: endpoint.id })
  expect((await polar.webhooks.listWebhookEndpoints({})).result.items.map(({ id }) => id)).not.toContain(endpoint.id)
  await receiver.close()
})
