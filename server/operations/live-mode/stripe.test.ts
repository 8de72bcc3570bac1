// Going live where Stripe is set up. Stripe is the fake behind STRIPE_API_BASE.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { bookFaultsOf } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'
import { type FakeStripe, startFakeStripe } from '#test/support/stripe/fake-stripe.ts'
import { sendWebhooks } from '#test/support/stripe/webhooks.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'

/** A database of its own takes a while on a busy machine. */
const SETUP_MS = 120_000

let fake: FakeStripe
let server: TestServer
beforeAll(async () => {
  fake = await startFakeStripe()
  const settings = { ...fake.settings, BASE_URL: 'https://shop.example' }
  server = await testServer({ database: await ownDatabase(), clock: movableClock(START), settings })
}, SETUP_MS)
afterAll(async () => {
  await server?.close()
  await fake?.close()
})

const pathOf = (merchant: TestMerchant) => `/v1/organizations/${merchant.organizationId}/live-mode`
const activate = (merchant: TestMerchant) =>
  merchant.owner.request('POST', pathOf(merchant), { body: { confirmation: 'Byron and Daughters' } })
const openChecks = async (merchant: TestMerchant) => {
  const { checks } = (await merchant.request('GET', pathOf(merchant))).json
  return checks.filter((check: { is_done: boolean }) => !check.is_done).map(({ name }: { name: string }) => name)
}

/** A merchant that has sold in test mode and entered all that a live one needs. */
async function aReadyMerchant(): Promise<TestMerchant> {
  const merchant = await aMerchant(server)
  await aSale(server, merchant)
  const address = { line1: 'Torstraße 140', postal_code: '10119', city: 'Berlin', country: 'DE' }
  const business_details = { legal_name: 'Byron und Töchter GmbH', address }
  const body = { email: 'help@byron.example', statement_name: 'BYRON', business_details }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body })
  await collectTaxes(merchant, { behavior: 'inclusive' })
  return merchant
}

test.for([
  ['are those of test money', (): void => void Object.assign(fake.state, { isLive: false })],
  ['are refused', (): void => fake.fail('GET /v1/balance', 'refused', 2)],
] as const)('an organization stays in test mode where the keys of Stripe %s', async ([, breakKeys]) => {
  const merchant = await aReadyMerchant()
  breakKeys()
  expect(await openChecks(merchant)).toEqual(['processor'])
  expect(await activate(merchant)).toMatchObject({ status: 409, json: { error: 'NotReady' } })
  expect((await merchant.request('GET', '/v1/orders/')).json.items).toHaveLength(1)
  fake.state.isLive = true
})

test('an organization goes live: its test sales are deleted, and cards are charged by Stripe beside one in test mode', async () => {
  const [merchant, beside] = [await aReadyMerchant(), await aMerchant(server)]
  await aSale(server, beside)
  expect(await openChecks(merchant)).toEqual([])
  expect(await activate(merchant)).toMatchObject({ status: 200 })
  expect((await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json.mode).toBe('live')
  expect((await merchant.request('GET', '/v1/orders/')).json.items).toEqual([])
  const checkout = await aCheckout(server, merchant)
  expect((await checkout.confirm(fake.token('4242424242424242'))).status).toBe(200)
  await sendWebhooks(server, fake, { isReversed: false, times: 1 })
  await server.drain()
  expect((await merchant.request('GET', '/v1/orders/')).json.items).toMatchObject([{ status: 'paid', total_amount: 4200 }])
  expect(fake.charged()).toMatchObject([{ amount: 4200 }])
  await aSale(server, beside)
  expect((await beside.request('GET', '/v1/orders/')).json.items).toHaveLength(2)
  expect(fake.charged()).toHaveLength(1)
  expect(await activate(merchant)).toMatchObject({ status: 409, json: { error: 'AlreadyLive' } })
  expect(await bookFaultsOf(server, merchant)).toEqual([])
})
