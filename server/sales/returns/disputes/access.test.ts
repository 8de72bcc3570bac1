// The effect of a lost dispute on what its customer has bought.
import { expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import { sharedServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const DISPUTED = 'sandbox_4000000000000259'
const server = await sharedServer()

/** A product with a benefit that was bought with a payment that is disputed. */
async function aDisputedSale(merchant: TestMerchant, productId?: string) {
  const body = { type: 'custom', description: 'A benefit', properties: { note: 'Welcome' } }
  const benefit = (await merchant.request('POST', '/v1/benefits/', { body })).json
  const id = productId ?? (await aProduct(merchant)).id
  await merchant.request('POST', `/v1/products/${id}/benefits`, { body: { benefits: [benefit.id] } })
  const checkout = await aCheckout(server, merchant, { products: [id] })
  expect((await checkout.confirm(DISPUTED)).status).toBe(200)
  await server.drain()
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  const [dispute] = (await merchant.request('GET', `/v1/disputes/?order_id=${order.id}`)).json.items
  const isGranted = async () => (await merchant.request('GET', `/v1/benefit-grants/?benefit_id=${benefit.id}`)).json.items[0].is_granted
  return { order, isGranted, answer: (evidence: string) => answer(merchant, dispute.id, evidence) }
}

async function answer(merchant: TestMerchant, id: string, evidence: string): Promise<void> {
  expect((await merchant.request('POST', `/v1/disputes/${id}/contest`, { body: { evidence } })).status).toBe(200)
  await server.drain()
}

const set = (merchant: TestMerchant, dispute_settings: object) =>
  merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { dispute_settings } })

test('the benefits of a purchase stay while a dispute is open and after it is won, and end when it is lost', async () => {
  const merchant = await aMerchant(server)
  const won = await aDisputedSale(merchant)
  expect(await won.isGranted()).toBe(true)
  await won.answer('wins')
  expect(await won.isGranted()).toBe(true)
  const lost = await aDisputedSale(merchant)
  await lost.answer('loses')
  expect(await lost.isGranted()).toBe(false)
  await expectSoundBooks(server, merchant)
})

test('a subscription whose payment is lost is revoked at once, and its benefits with it', async () => {
  const merchant = await aMerchant(server)
  const { order, isGranted, answer } = await aDisputedSale(merchant, await aPlan(merchant, 900))
  const read = async () => (await merchant.request('GET', `/v1/subscriptions/${order.subscription_id}`)).json
  expect([(await read()).status, await isGranted()]).toEqual(['active', true])
  await answer('loses')
  expect([(await read()).status, await isGranted()]).toEqual(['canceled', false])
  expect((await read()).ended_at).not.toBeNull()
  await expectSoundBooks(server, merchant)
})

test('a merchant that has turned it off leaves subscriptions and benefits as they are', async () => {
  const merchant = await aMerchant(server)
  expect((await set(merchant, { revoke_access_when_lost: false })).json.dispute_settings).toEqual({
    auto_accept_below_amount: null,
    revoke_access_when_lost: false,
  })
  expect((await set(merchant, {})).json.dispute_settings.revoke_access_when_lost).toBe(false)
  const purchase = await aDisputedSale(merchant)
  await purchase.answer('loses')
  expect(await purchase.isGranted()).toBe(true)
  const plan = await aDisputedSale(merchant, await aPlan(merchant, 900))
  await plan.answer('loses')
  expect((await merchant.request('GET', `/v1/subscriptions/${plan.order.subscription_id}`)).json.status).toBe('active')
})

test('no dispute is accepted by itself', async () => {
  const merchant = await aMerchant(server)
  expect((await set(merchant, { auto_accept_below_amount: 500 })).status).toBe(422)
})
