// Databases: both.
// The access of a buyer who types the address of another person into a checkout.
import { afterAll, expect, test } from 'vitest'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { portalOf } from '#test/support/portal/a-portal.ts'
import { aVerifiedPortal } from '#test/support/portal/a-verified-portal.ts'
import { passDays, testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())

const FREE = { name: 'Newsletter', recurring_interval: null, prices: [{ amount_type: 'free' }] }
const monthly = (amount: number) => ({
  name: `Plan of ${amount}`,
  recurring_interval: 'month',
  prices: [{ amount_type: 'fixed', price_amount: amount, price_currency: 'usd' }],
})
const FREE_PLAN = { name: 'Free plan', recurring_interval: 'month', prices: [{ amount_type: 'free' }] }

const address = { line1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin', country: 'DE' }

/** A customer who has subscribed for 5 $ by a link of the shop, with a card and an address. */
async function aVictim(merchant: TestMerchant) {
  const plan = await aProduct(merchant, monthly(500))
  const checkout = await aCheckout(server, merchant, { products: [plan.id] })
  const body = { customer_name: 'Victoria Holt', customer_billing_address: address, customer_tax_id: 'DE136695976' }
  const confirmed = await checkout.confirm(undefined, { body })
  expect(confirmed.status).toBe(200)
  await server.drain()
  const { customer_id: customerId } = (await merchant.request('GET', `/v1/checkouts/${checkout.id}`)).json
  const [subscription] = (await merchant.request('GET', `/v1/subscriptions/?customer_id=${customerId}`)).json.items
  return { email: checkout.email, customerId: customerId as string, subscription, token: confirmed.json.customer_session_token as string }
}

const customerOf = async (merchant: TestMerchant, id: string) => (await merchant.request('GET', `/v1/customers/${id}`)).json
const buyerOf = async (merchant: TestMerchant, checkoutId: string) =>
  (await merchant.request('GET', `/v1/checkouts/${checkoutId}`)).json.customer_id as string
const chargesOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/sandbox/charges/?limit=100')).json.items
const nothing = { customer_name: null, customer_billing_address: null, confirmation_token_id: null }

test('a typed address adopts no external id: neither the next checkout nor a session by that id opens what the victim has', async () => {
  const merchant = await aMerchant(server)
  const victim = await aVictim(merchant)
  const dear = await aProduct(merchant, monthly(90_000))
  const { id: free } = await aProduct(merchant, FREE)
  const first = await aCheckout(server, merchant, { products: [free], external_customer_id: 'attacker' })
  expect((await first.confirm(undefined, { body: { ...nothing, customer_email: victim.email } })).status).toBe(200)
  expect(await customerOf(merchant, victim.customerId)).toMatchObject({ external_id: null, name: 'Victoria Holt' })

  // The next checkout for the id, and what every button "my purchases" does.
  const next = await aCheckout(server, merchant, { products: [free], external_customer_id: 'attacker' })
  const { customer_session_token } = (await next.confirm(undefined, { body: { ...nothing, customer_email: victim.email } })).json
  const named = await merchant.request('POST', '/v1/customer-sessions/', { body: { customer_external_id: 'attacker' } })
  expect([named.status, named.json.customer_id === victim.customerId]).toEqual([201, false])
  const before = (await chargesOf(merchant)).length
  for (const token of [customer_session_token, named.json.token]) {
    const portal = portalOf(server, token)
    expect((await portal('GET', '/subscriptions/')).json.items).toEqual([])
    expect((await portal('GET', '/customers/me')).json).toMatchObject({ billing_address: null, tax_id: null })
    const changed = await portal('PATCH', `/subscriptions/${victim.subscription.id}`, { body: { product_id: dear.id } })
    expect(changed.status).toBe(404)
  }
  expect(await chargesOf(merchant)).toHaveLength(before)
  const events = { events: [{ name: 'api.call', external_customer_id: 'attacker' }] }
  await merchant.request('POST', '/v1/events/ingest', { body: events })
  await server.drain()
  expect((await merchant.request('GET', `/v1/events/?customer_id=${victim.customerId}`)).json.items).toEqual([])
})

test('the account that first types an address for an external id gets nothing of its owner, who is never refused', async () => {
  const merchant = await aMerchant(server)
  const email = uniqueEmail()
  const { id: free } = await aProduct(merchant, FREE)
  const squatting = await aCheckout(server, merchant, { products: [free], external_customer_id: 'attacker' })
  await squatting.confirm(undefined, { body: { ...nothing, customer_email: email } })
  const attacker = await buyerOf(merchant, squatting.id)
  // The owner buys by a link, with an external id of her own, and with both stated by the merchant's server.
  const byLink = await aCheckout(server, merchant)
  expect((await byLink.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
  const byId = await aCheckout(server, merchant, { external_customer_id: 'owner' })
  expect((await byId.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
  const stated = await aCheckout(server, merchant, { external_customer_id: 'owner-too', customer_email: email })
  expect((await stated.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
  const owners = await Promise.all([byLink, byId, stated].map(({ id }) => buyerOf(merchant, id)))
  expect(owners).not.toContain(attacker)
  // Stated together, the id and the address name the customer of the link.
  expect(owners[2]).toBe(owners[0])
  expect((await merchant.request('GET', `/v1/orders/?customer_id=${attacker}`)).json.items).toHaveLength(1)
})

test('an address that another external id has is refused when the server states both, and only then', async () => {
  const merchant = await aMerchant(server)
  const email = uniqueEmail()
  await merchant.request('POST', '/v1/customers/', { body: { email, external_id: 'u1' } })
  const { id } = await aProduct(merchant)
  const body = { products: [id], external_customer_id: 'u2', customer_email: email }
  const refused = await merchant.request('POST', '/v1/checkouts/', { body })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'customer_email']])
  const typed = await aCheckout(server, merchant, { products: [id], external_customer_id: 'u2' })
  expect((await typed.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
  expect(await customerOf(merchant, await buyerOf(merchant, typed.id))).toMatchObject({ external_id: 'u2', email })
})

test('a purchase with a typed address changes nothing of a known customer: what was entered stays with the order', async () => {
  const merchant = await aMerchant(server)
  const victim = await aVictim(merchant)
  const before = await customerOf(merchant, victim.customerId)
  const checkout = await aCheckout(server, merchant, { customer_metadata: { user: 'attacker' } })
  const body = { customer_email: victim.email, customer_name: 'Mallory', customer_billing_address: { country: 'FR' } }
  await checkout.confirm(undefined, { body })
  expect(await customerOf(merchant, victim.customerId)).toEqual(before)
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  expect(order).toMatchObject({ customer_id: victim.customerId, billing_name: 'Mallory', billing_address: { country: 'FR' } })
})

test('the card of a stranger never becomes the default of a known customer, who does not see it, and pays its own subscription alone', async () => {
  const merchant = await aMerchant(server)
  const victim = await aVictim(merchant)
  const plan = await aProduct(merchant, monthly(700))
  const checkout = await aCheckout(server, merchant, { products: [plan.id] })
  const confirmed = await checkout.confirm('sandbox_4000000000100067', { body: { customer_email: victim.email } })
  expect(confirmed.status).toBe(200)
  const { items } = (await merchant.request('GET', `/v1/customers/${victim.customerId}/payment-methods`)).json
  expect(items).toMatchObject([{ last4: '4242', is_default: true }])
  // The credit of the customer pays their own renewal alone.
  const credit = { amount: 500, currency: 'usd' }
  await merchant.request('POST', `/v1/customers/${victim.customerId}/credits`, { body: credit })
  await passDays(server, 32)
  const cardsOf = (await chargesOf(merchant)).map(({ amount, last4 }: { amount: number; last4: string }) => [amount, last4])
  expect(cardsOf.filter(([amount]: [number]) => amount === 500).map(([, last4]: [number, string]) => last4)).toEqual(['4242'])
  expect(cardsOf.filter(([amount]: [number]) => amount === 700).map(([, last4]: [number, string]) => last4)).toEqual(['0067', '0067'])
})

test('a trial without a card that a stranger begins in the name of a customer is never charged to the card of the customer', async () => {
  const merchant = await aMerchant(server)
  const victim = await aVictim(merchant)
  const trial = { trial_interval: 'day', trial_interval_count: 7, is_trial_payment_required: false }
  const plan = await aProduct(merchant, { ...monthly(90_000), ...trial })
  const checkout = await aCheckout(server, merchant, { products: [plan.id] })
  const confirmed = await checkout.confirm(undefined, { body: { ...nothing, customer_email: victim.email } })
  expect(confirmed.status).toBe(200)
  await passDays(server, 10)
  expect((await chargesOf(merchant)).filter(({ amount }: { amount: number }) => amount === 90_000)).toEqual([])
})

test('a free plan that a stranger takes does not stand in the way of the owner, and no refusal shows who is a customer', async () => {
  const merchant = await aMerchant(server)
  const email = uniqueEmail()
  const free = await aProduct(merchant, FREE_PLAN)
  const taken = await aCheckout(server, merchant, { products: [free.id] })
  expect((await taken.confirm(undefined, { body: { ...nothing, customer_email: email } })).status).toBe(200)
  const customerId = await buyerOf(merchant, taken.id)
  const paid = await aProduct(merchant, monthly(1900))
  const typed = await aCheckout(server, merchant, { products: [paid.id] })
  expect((await typed.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
  const named = await aCheckout(server, merchant, { products: [paid.id], customer_id: customerId })
  expect((await named.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
  // Now the customer has one that counts, for buyers who are named.
  const body = { products: [paid.id], customer_id: customerId }
  const refused = await merchant.request('POST', '/v1/checkouts/', { body })
  expect([refused.status, refused.json.error]).toEqual([403, 'AlreadyActiveSubscriptionError'])
  const stranger = await aCheckout(server, merchant, { products: [paid.id] })
  expect((await stranger.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
})

test('a session of a new address shows nothing of what is bought with it later', async () => {
  const merchant = await aMerchant(server)
  const email = uniqueEmail()
  const { id: free } = await aProduct(merchant, FREE)
  const first = await aCheckout(server, merchant, { products: [free] })
  const { customer_session_token } = (await first.confirm(undefined, { body: { ...nothing, customer_email: email } })).json
  const stranger = portalOf(server, customer_session_token)
  expect((await stranger('GET', '/customers/me')).status).toBe(200)
  const second = await aCheckout(server, merchant)
  await second.confirm(undefined, { body: { customer_email: email } })
  expect((await stranger('GET', '/customers/me')).status).toBe(403)
  const { items } = (await stranger('GET', '/orders/')).json
  expect(items.map((order: { checkout_id: string }) => order.checkout_id)).toEqual([first.id])
})

test('a buyer who has verified the address by a code gets a full session, adopts the external id, and updates the customer', async () => {
  const merchant = await aMerchant(server)
  const victim = await aVictim(merchant)
  const verification = await aVerifiedPortal(server, merchant, victim.email)
  const checkout = await aCheckout(server, merchant, { external_customer_id: 'user-17' })
  const sent = { customer_email: victim.email, customer_name: 'Victoria H.', confirmation_token_id: cards.good }
  const confirmed = await server.request('POST', `/v1/checkouts/client/${checkout.secret}/confirm`, {
    body: { ...checkout.form, ...sent },
    headers: { authorization: `Bearer ${verification.token}` },
  })
  expect(confirmed.status).toBe(200)
  expect(await customerOf(merchant, victim.customerId)).toMatchObject({
    external_id: 'user-17',
    name: 'Victoria H.',
    billing_address: address,
  })
  expect((await portalOf(server, confirmed.json.customer_session_token)('GET', '/customers/me')).status).toBe(200)
  // The session verifies its own address alone.
  const other = await aCheckout(server, merchant, { external_customer_id: 'user-18' })
  const foreign = await server.request('POST', `/v1/checkouts/client/${other.secret}/confirm`, {
    body: { ...other.form, confirmation_token_id: cards.good },
    headers: { authorization: `Bearer ${verification.token}` },
  })
  expect(foreign.status).toBe(200)
  expect(await buyerOf(merchant, other.id)).not.toBe(victim.customerId)
})
