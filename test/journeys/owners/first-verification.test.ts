// Databases: both.
// The first verification of an address: what others may have left in the name of its owner is gone.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { portalOf } from '#test/support/portal/a-portal.ts'
import { aVerifiedPortal } from '#test/support/portal/a-verified-portal.ts'
import { passDays, testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { db } = server.platform.database

const monthly = (amount: number) => ({
  name: `Plan of ${amount}`,
  recurring_interval: 'month',
  prices: [{ amount_type: 'fixed', price_amount: amount, price_currency: 'usd' }],
})

/** A buyer subscribes by a link of the shop; the answer has their session. */
async function subscribed(merchant: TestMerchant, email: string, amount = 500, card?: string) {
  const { id } = await aProduct(merchant, monthly(amount))
  const checkout = await aCheckout(server, merchant, { products: [id] })
  const { status, json } = await checkout.confirm(card, { body: { customer_email: email } })
  expect(status).toBe(200)
  await server.drain()
  const { customer_id: customerId } = (await merchant.request('GET', `/v1/checkouts/${checkout.id}`)).json
  return { checkout, customerId: customerId as string, portal: portalOf(server, json.customer_session_token) }
}

const methodsOf = async (merchant: TestMerchant, id: string) =>
  (await merchant.request('GET', `/v1/customers/${id}/payment-methods`)).json.items

async function linkDiscord(merchant: TestMerchant, customerId: string) {
  const now = server.clock.now()
  await db
    .insertInto('linked_accounts')
    .values({
      organization_id: merchant.organizationId,
      id: crypto.randomUUID(),
      customer_id: customerId,
      provider: 'discord',
      account_id: customerId,
      account_name: 'a stranger',
      created_at: now,
      modified_at: null,
      sealed_access_token: null,
      sealed_refresh_token: null,
      access_token_expires_at: null,
    })
    .execute()
}

const linksOf = async (customerId: string) =>
  (await sql`select from linked_accounts where customer_id = ${customerId}::uuid`.execute(db)).rows.length

test('sessions, linked accounts, cards and the default of before are gone after the first verification of a typed address, and stay after the second', async () => {
  const merchant = await aMerchant(server)
  const email = uniqueEmail()
  const { customerId, portal } = await subscribed(merchant, email)
  await linkDiscord(merchant, customerId)
  expect([(await portal('GET', '/customers/me')).status, (await methodsOf(merchant, customerId)).length]).toEqual([200, 1])
  const verification = await aVerifiedPortal(server, merchant, email)
  expect(verification.customerId).toBe(customerId)
  await server.drain()
  expect((await portal('GET', '/orders/')).status).toBe(401)
  expect([await methodsOf(merchant, customerId), await linksOf(customerId)]).toEqual([[], 0])
  // The subscription goes on, and asks for a card when it is renewed.
  const [subscription] = (await verification.request('GET', '/subscriptions/')).json.items
  expect(subscription).toMatchObject({ status: 'active' })
  const body = { confirmation_token_id: 'sandbox_4242424242424242', set_default: true, return_url: 'https://shop.example/portal' }
  expect((await verification.request('POST', '/customers/me/payment-methods', { body })).status).toBe(201)
  await linkDiscord(merchant, customerId)
  await aVerifiedPortal(server, merchant, email)
  await server.drain()
  expect([(await methodsOf(merchant, customerId)).length, await linksOf(customerId)]).toEqual([1, 1])
  await passDays(server, 32)
  const orders = (await merchant.request('GET', '/v1/orders/?sorting=created_at')).json.items
  expect(orders.map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid'])
})

test('a confirm that waits for the bank while the address is verified gives a limited session and a card that no other session sees', async () => {
  const merchant = await aMerchant(server)
  const email = uniqueEmail()
  await subscribed(merchant, email)
  const { id } = await aProduct(merchant, monthly(700))
  const checkout = await aCheckout(server, merchant, { products: [id] })
  const pending = await checkout.confirm('sandbox_4000002500003155', { body: { customer_email: email } })
  const secret = pending.json.payment_processor_metadata.intent_client_secret
  const verification = await aVerifiedPortal(server, merchant, email)
  await server.drain()
  await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  await server.drain()
  expect((await checkout.view()).json.status).toBe('succeeded')
  const stranger = portalOf(server, pending.json.customer_session_token)
  expect([(await stranger('GET', '/customers/me')).status, (await stranger('GET', '/orders/')).json.items.length]).toEqual([403, 1])
  expect(await methodsOf(merchant, verification.customerId)).toEqual([])
})

test('a card that was begun before the verification, and is approved after it, is not saved', async () => {
  const merchant = await aMerchant(server)
  const email = uniqueEmail()
  const { customerId, portal } = await subscribed(merchant, email)
  const body = { confirmation_token_id: 'sandbox_4000002500003155', set_default: true, return_url: 'https://shop.example/portal' }
  const begun = await portal('POST', '/customers/me/payment-methods', { body })
  const secret = begun.json.client_secret
  expect(secret).toEqual(expect.any(String))
  server.clock.advance(1)
  await aVerifiedPortal(server, merchant, email)
  await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  await server.drain()
  expect(await methodsOf(merchant, customerId)).toEqual([])
})

test('an account that was linked with a new address gets nothing of what is bought with it later', async () => {
  const merchant = await aMerchant(server)
  const email = uniqueEmail()
  const { customerId } = await subscribed(merchant, email)
  await linkDiscord(merchant, customerId)
  await subscribed(merchant, email, 700)
  expect(await linksOf(customerId)).toBe(0)
})

test('of a customer whose address the merchant has stated, the first verification removes the cards of strangers alone', async () => {
  const merchant = await aMerchant(server)
  const email = uniqueEmail()
  const { json } = await merchant.request('POST', '/v1/customers/', { body: { email } })
  const { id } = await aProduct(merchant, monthly(500))
  const named = await aCheckout(server, merchant, { products: [id], customer_id: json.id })
  expect((await named.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
  await subscribed(merchant, email, 700, 'sandbox_4000000000100067')
  await aVerifiedPortal(server, merchant, email)
  await server.drain()
  expect(await methodsOf(merchant, json.id)).toMatchObject([{ last4: '4242', is_default: true }])
  const { rows } = await sql`select last4 from payment_methods where customer_id = ${json.id}::uuid and removed_at is not null`.execute(db)
  expect(rows).toEqual([{ last4: '0067' }])
})
