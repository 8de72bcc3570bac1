// The portal calls of the published client in the two versions that it follows: each answer is parsed by the client itself.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aPortal, type TestPortal } from '#test/support/portal/a-portal.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'
import '#test/support/published-sdk.ts'

// biome-ignore lint/suspicious/noExplicitAny: both versions have types of their own, and a test states the shape it expects
type Sdk = any

let server: TestServer
let serverURL: string
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  serverURL = await server.listen()
})
afterAll(() => server.close())

describe.each(['polar-sdk-0-32', '@polar-sh/sdk'])('%s', (alias) => {
  let merchant: TestMerchant
  let portal: TestPortal
  let sdk: Sdk
  let security: { readonly customerSession: string }
  let [plan, dearer, subscription] = ['', '', '']

  beforeAll(async () => {
    merchant = await aMerchant(server)
    plan = await aPlan(merchant, 900)
    dearer = await aPlan(merchant, 1900)
    const bought = await aSubscription(server, merchant, { productId: plan })
    subscription = bought.id
    portal = await aPortal(server, merchant, bought.customerId)
    security = { customerSession: portal.token }
    const { Polar } = (await import(/* @vite-ignore */ alias)) as { Polar: new (options: unknown) => Sdk }
    sdk = new Polar({ serverURL, accessToken: '' }).customerPortal
  })

  test('lists, gets and changes subscriptions', async () => {
    const { result } = await sdk.subscriptions.list(security, { active: true, sorting: ['-started_at'] })
    expect(result.items).toMatchObject([{ id: subscription, product: { id: plan, organization: { slug: merchant.slug } } }])
    expect(await sdk.subscriptions.get(security, { id: subscription })).toEqual(result.items[0])
    const change = (customerSubscriptionUpdate: unknown) =>
      sdk.subscriptions.update(security, { id: subscription, customerSubscriptionUpdate })
    expect(await change({ productId: dearer })).toMatchObject({ productId: dearer, amount: 1900 })
    const note = { cancellationReason: 'unused', cancellationComment: 'Too rarely.' }
    expect(await change({ cancelAtPeriodEnd: true, ...note })).toMatchObject({
      cancelAtPeriodEnd: true,
      customerCancellationReason: 'unused',
    })
    expect(await change({ cancelAtPeriodEnd: false })).toMatchObject({ canceledAt: null })
    expect(await sdk.subscriptions.cancel(security, { id: subscription })).toMatchObject({ id: subscription, cancelAtPeriodEnd: true })
  })

  test('lists and gets orders', async () => {
    const product = await aProduct(merchant)
    const checkout = (
      await merchant.request('POST', '/v1/checkouts/', { body: { products: [product.id], customer_id: portal.customerId } })
    ).json
    const form = {
      customer_name: 'Emmy Noether',
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: 'sandbox_4242424242424242',
    }
    await server.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body: form })
    const { result } = await sdk.orders.list(security, { productBillingType: 'one_time' })
    expect(result.items).toMatchObject([{ paid: true, product: { id: product.id }, subscription: null }])
    expect(await sdk.orders.get(security, { id: result.items[0].id })).toEqual(result.items[0])
  })

  test('lists and gets customer meters', async () => {
    const meter = {
      name: 'Tokens used',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'count' },
    }
    const { json } = await merchant.request('POST', '/v1/meters/', { body: meter })
    await sql`insert into customer_meters (organization_id, id, customer_id, meter_id, created_at)
      values (${merchant.organizationId}, gen_random_uuid(), ${portal.customerId}, ${json.id}, ${server.clock.now()})`.execute(
      server.platform.database.db,
    )
    const { result } = await sdk.customerMeters.list(security, { query: 'tokens' })
    expect(result.items).toMatchObject([{ meterId: json.id, meter: { name: 'Tokens used' } }])
    expect(await sdk.customerMeters.get(security, { id: result.items[0].id })).toEqual(result.items[0])
  })

  test('reads the organization without a session', async () => {
    const found = await sdk.organizations.get({ slug: merchant.slug })
    expect(found.organization).toMatchObject({ slug: merchant.slug })
    expect(found.products.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([plan, dearer]))
  })

  test('reads and updates the customer, and saves, lists and deletes cards', async () => {
    expect(await sdk.customers.update(security, { name: 'Emmy N.' })).toMatchObject({ name: 'Emmy N.', oauthAccounts: {} })
    const card = { confirmationTokenId: 'sandbox_4242424242424242', setDefault: true, returnUrl: 'https://example.com/portal' }
    const saved = await sdk.customers.addPaymentMethod(security, card)
    const { result } = await sdk.customers.getPaymentMethods(security, {})
    expect(result.items).toContainEqual(expect.objectContaining({ id: saved.id, default: true }))
    await sdk.customers.deletePaymentMethod(security, { id: saved.id })
    expect((await sdk.customers.getPaymentMethods(security, {})).result.items.map(({ id }: { id: string }) => id)).not.toContain(saved.id)
  })
})
