// Every version of the published client of /v1 against the application: each held call, each refusal, and each webhook event.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import { payloadOf } from '#operations/webhooks/payload.ts'
import { signatureHeader } from '#operations/webhooks/signature.ts'
import { samplePayloadOf } from '#platform/outbox/emit.ts'
import { aBenefitOfEachKind } from '#test/support/a-benefit.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailTo } from '#test/support/emails.ts'
import { grantFiles } from '#test/support/files/a-download.ts'
import { aVerifiedPortal } from '#test/support/portal/a-verified-portal.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'
import { insertUsageEvents } from '#test/support/usage/usage-events.ts'
import '#test/support/published-sdk.ts'
import { differences, heldCalls, versionsOf } from './matrix.ts'
import { polarFamily } from './polar-calls.ts'
import { clientsOf, type PolarClient } from './polar-client.ts'
import { type PolarDrives, type PolarWorld, polarDrives } from './polar-drives.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const DAY_MS = 86_400_000
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

const versions = await versionsOf(polarFamily)
const named = await Promise.all(versions.map(async (version) => (await clientsOf(version, 'http://unused.example', 'unused')).map(nameOf)))
const clients = versions.flatMap((version, index) => (named[index] ?? []).map((name, at) => ({ name, version, at })))

let server: TestServer
let serverURL: string
let receiver: Receiver
let webhooks: Receiver
let seller: TestMerchant

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  serverURL = await server.listen()
  receiver = await aReceiver()
  const now = new Date()
  server.clock.set(new Date(now.getTime() - 32 * DAY_MS))
  webhooks = await aReceiver()
  seller = await aMerchant(server)
  const planId = await sellKeys('early@example.com')
  // The requests of the clients are dated by the system clock.
  server.clock.set(now)
  await sendEveryEvent()
  await sendGrantEvents(planId)
})
afterAll(async () => {
  await receiver.close()
  await webhooks.close()
  await server.close()
})

describe.each(clients)('the published client $name', ({ version, at }) => {
  const held = heldCalls(polarFamily, version.version) as (keyof PolarDrives)[]
  let merchant: TestMerchant
  let client: PolarClient

  const connect = async (token: string) => (await clientsOf(version, serverURL, token))[at] as PolarClient

  beforeAll(async () => {
    merchant = await aMerchant(server)
    client = await connect(merchant.token)
  })

  test('has the methods of the table, and no other', () => {
    expect(differences(polarFamily, version.version, client.methods)).toEqual([])
  })

  test.each(held)('holds %s', async (name) => {
    // Customers are those of a merchant without earlier sales, and events those of one without others.
    const owner = /^(customers|events|customerMeters|meters)\.|^customerPortal\.customerMeters/.test(name)
      ? await aMerchant(server)
      : merchant
    const own = owner === merchant ? client : await connect(owner.token)
    const { organizationId } = owner
    const insertEvents: PolarWorld['insertEvents'] = (events) =>
      insertUsageEvents(
        server.platform.database,
        events.map((event) => ({ ...event, organizationId })),
      )
    await polarDrives[name]({
      client: own,
      merchant: owner,
      receiver,
      serverURL,
      insertEvents,
      grantFiles: (grant) => grantFiles(server, { ...grant, organizationId }),
      verifiedSession: async (email) => (await aVerifiedPortal(server, owner, email)).token,
      mailedTo: async (email, template) => (await emailTo(server, email, template)).text,
      drain: () => server.drain(),
    })
  })

  test('throws its own error for each refusal', async () => {
    const product = await client.call('products.create', { body: productBody })
    const checkout = await client.call('checkouts.create', { body: { products: [product.id] } })
    const path = { client_secret: checkout.client_secret }
    const declined = { ...BUYER, confirmation_token_id: 'sandbox_4000000000000002' }
    const anonymous = client.as('')
    expect(await thrownBy(client.call('products.get', { path: { id: UNKNOWN } }))).toBe('ResourceNotFound')
    expect(await thrownBy(client.call('products.create', { body: { ...productBody, prices: [] } }))).toBe('HTTPValidationError')
    expect(await thrownBy(anonymous.call('checkouts.clientConfirm', { path, body: declined }))).toBe('PaymentError')
    await anonymous.call('checkouts.clientConfirm', { path, body: BUYER })
    const again = anonymous.call('checkouts.clientConfirm', { path, body: BUYER })
    expect(await thrownBy(again)).toMatch(/NotOpenCheckout|CheckoutForbiddenError|Confirm403Error/)
    await expect((await connect('gh_oat_wrong')).call('products.list', { query: {} })).rejects.toMatchObject({ statusCode: 401 })
  })

  test('reads a benefit of each kind', async () => {
    const owner = await aMerchant(server)
    const own = await connect(owner.token)
    for (const [type, id] of Object.entries(await aBenefitOfEachKind(server, owner)))
      expect(await own.call('benefits.get', { path: { id } })).toMatchObject({ id, type })
    expect((await own.call('benefits.list', { query: { limit: 100 } })).items).toHaveLength(6)
  })

  // Versions 0.32 and 0.34 drop `duration_in_months` of what they send and of what they read.
  test('reads a repeating discount, and creates one where it sends the months', async () => {
    const keepsMonths = !/^0\.3[24]\./.test(version.version)
    const body = { type: 'percentage', basis_points: 1000, duration: 'repeating', duration_in_months: 3, name: 'Three months' }
    const { json } = await merchant.request('POST', '/v1/discounts/', { body })
    const read = await client.call('discounts.get', { path: { id: json.id } })
    expect(read).toMatchObject({ id: json.id, duration: 'repeating', ...(keepsMonths && { duration_in_months: 3 }) })
    const created = client.call('discounts.create', { body })
    if (keepsMonths) expect(await created).toMatchObject(body)
    else expect(await thrownBy(created)).toBe('HTTPValidationError')
  })

  test.each(webhookEventTypes)('verifies and reads a webhook of %s', async (type) => {
    const { headers, body } = eventOf(type)
    // The published verification compares with the system clock, and refuses what is older than five minutes.
    vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const event = await client.validateEvent(body, headers, SECRET)
    expect(event).toMatchObject({ type, data: { id: JSON.parse(body).data.id } })
    await expect(client.validateEvent(body, headers, 'another secret')).rejects.toThrow()
  })

  test.each(webhookEventTypes)('reads a sample of %s', async (type) => {
    const body = payloadOf('raw', { type, happenedAt: START, sequence: 0, data: samplePayloadOf(type), isTest: true, isSample: true })
    const signed = { id: 'a sample', timestamp: Math.floor(Date.now() / 1000), body }
    const headers = {
      'webhook-id': signed.id,
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': signatureHeader([SECRET], signed),
    }
    expect(await client.validateEvent(body, headers, SECRET)).toMatchObject({ type })
  })
})

const productBody = {
  name: 'Template Library',
  recurring_interval: null,
  prices: [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }],
}

function nameOf({ name }: PolarClient): string {
  return name
}

/** The name of the class of what a call throws. */
async function thrownBy(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => expect.unreachable('It was not refused'),
    (error: Error) => error.constructor.name,
  )
}

/** Makes every event of the catalogue happen once, and delivers it. */
/** Sells a plan with license keys to a buyer. Returns the id of the plan. */
async function sellKeys(email: string, planId?: string): Promise<string> {
  let id = planId
  if (id === undefined) {
    const benefit = { type: 'license_keys', description: 'A key', properties: { prefix: 'KEY' } }
    const { json: created } = await seller.request('POST', '/v1/benefits/', { body: benefit })
    const plan = { ...productBody, name: 'With keys', recurring_interval: 'month' }
    id = (await seller.request('POST', '/v1/products/', { body: plan })).json.id as string
    await seller.request('POST', `/v1/products/${id}/benefits`, { body: { benefits: [created.id] } })
  }
  const { json: checkout } = await seller.request('POST', '/v1/checkouts/', { body: { products: [id] } })
  await server.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body: { ...BUYER, customer_email: email } })
  await server.drain()
  return id
}

/** The early buyer's grant is cycled by the renewal that is due, its key is replaced, and it ends; a late buyer gets one. */
async function sendGrantEvents(planId: string): Promise<void> {
  await sellKeys('late@example.com', planId)
  const { json: keys } = await seller.request('GET', '/v1/license-keys/')
  await seller.request('POST', `/v1/license-keys/${keys.items[0].id}/reissue`)
  await server.drain()
  const { json: subscriptions } = await seller.request('GET', `/v1/subscriptions/?product_id=${planId}`)
  await seller.request('DELETE', `/v1/subscriptions/${subscriptions.items[0].id}`)
  await server.drain()
  server.clock.advance(3)
  await server.drain()
}

async function sendEveryEvent(): Promise<void> {
  const body = { url: webhooks.url, format: 'raw', secret: SECRET, events: webhookEventTypes }
  await seller.request('POST', '/v1/webhooks/endpoints', { body })
  const { json: product } = await seller.request('POST', '/v1/products/', { body: productBody })
  await seller.request('PATCH', `/v1/products/${product.id}`, { body: { name: 'Another name' } })
  const benefit = { type: 'custom', description: 'Answers within a day', properties: {} }
  const { json: created } = await seller.request('POST', '/v1/benefits/', { body: benefit })
  await seller.request('PATCH', `/v1/benefits/${created.id}`, { body: { type: 'custom', description: 'Answers soon' } })
  await seller.request('PATCH', `/v1/organizations/${seller.organizationId}`, { body: { name: 'Byron and Sons' } })
  const { json: checkout } = await seller.request('POST', '/v1/checkouts/', { body: { products: [product.id] } })
  await server.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body: BUYER })
  const { json: leaver } = await seller.request('POST', '/v1/customers/', { body: { email: 'leaver@example.com' } })
  await seller.request('DELETE', `/v1/customers/${leaver.id}`)
  const { json: orders } = await seller.request('GET', '/v1/orders/')
  await seller.request('PATCH', `/v1/customers/${orders.items[0].customer_id}`, { body: { name: 'Sanne de Visser' } })
  await seller.request('POST', '/v1/refunds/', { body: { order_id: orders.items[0].id, reason: 'other', amount: 100 } })
  // Its bank confirms it later.
  const { json: late } = await seller.request('POST', '/v1/checkouts/', { body: { products: [product.id] } })
  const card = { ...BUYER, confirmation_token_id: 'sandbox_4000000000007726' }
  await server.request('POST', `/v1/checkouts/client/${late.client_secret}/confirm`, { body: card })
  const { json: sold } = await seller.request('GET', '/v1/orders/')
  await seller.request('POST', '/v1/refunds/', { body: { order_id: sold.items[0].id, reason: 'other', amount: 100 } })
  await sendSubscriptionEvents()
  server.clock.advance(61)
  await server.drain()
}

async function sendSubscriptionEvents(): Promise<void> {
  const { json: plan } = await seller.request('POST', '/v1/products/', { body: { ...productBody, recurring_interval: 'month' } })
  const { json: checkout } = await seller.request('POST', '/v1/checkouts/', { body: { products: [plan.id] } })
  await server.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body: BUYER })
  const { json: subscriptions } = await seller.request('GET', '/v1/subscriptions/')
  const path = `/v1/subscriptions/${subscriptions.items[0].id}`
  for (const cancel_at_period_end of [true, false]) await seller.request('PATCH', path, { body: { cancel_at_period_end } })
  await seller.request('DELETE', path)
}

function eventOf(type: string): { readonly headers: Record<string, string>; readonly body: string } {
  const found = webhooks.received.find(({ body }) => (JSON.parse(body) as { type: string }).type === type)
  if (!found) throw new Error(`${type} was not delivered, but ${webhooks.types().join(', ')}`)
  return { headers: found.headers as Record<string, string>, body: found.body }
}
