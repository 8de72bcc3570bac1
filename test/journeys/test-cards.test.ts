// The effect of each test card of the sandbox on a checkout.
import { afterAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { aCheckout, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase(), clock: movableClock(START) })
checkBooksAfterEach(server)
afterAll(() => server.close())

const confirmWith = async (number: string) => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  return { merchant, checkout, answer: await checkout.confirm(`sandbox_${number}`) }
}
const statusOf = async (checkout: TestCheckout) => (await checkout.view()).json.status
const attemptsOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/payments/')).json.items
const ordersOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/orders/')).json.items.length

test.for([
  ['4000000000000002', 'card_declined', 'Your card was declined.'],
  ['4000000000009995', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000009987', 'lost_card', 'Your card was declined.'],
  ['4000000000009979', 'stolen_card', 'Your card was declined.'],
  ['4000000000000069', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', 'The security code of your card is wrong.'],
  ['4000000000000119', 'processing_error', 'Your bank could not process the payment. Try again.'],
] as const)('the card %s is declined with the reason %s, and another card pays', async ([number, reason, sentence]) => {
  const { merchant, checkout, answer } = await confirmWith(number)
  expect([answer.status, answer.json]).toEqual([400, { error: 'PaymentError', detail: sentence }])
  expect((await checkout.view()).json).toMatchObject({ status: 'open', last_payment_error: sentence })
  expect(await attemptsOf(merchant)).toMatchObject([{ status: 'failed', decline_reason: reason, decline_message: sentence }])
  expect((await checkout.confirm()).status).toBe(200)
  expect(await ordersOf(merchant)).toBe(1)
})

test('a card that is blocked for fraud fails the checkout at its first attempt, and releases its discount', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const body = { name: 'Last', type: 'percentage', basis_points: 1000, duration: 'once', max_redemptions: 1 }
  const discount = (await merchant.request('POST', '/v1/discounts/', { body })).json
  const checkout = await aCheckout(server, merchant, { products: [product.id], discount_id: discount.id })
  expect((await checkout.confirm('sandbox_4100000000000019')).json.error).toBe('PaymentError')
  expect(await statusOf(checkout)).toBe('failed')
  expect((await checkout.confirm()).json.error).toBe('NotOpenCheckout')
  expect((await merchant.request('GET', `/v1/discounts/${discount.id}`)).json.redemptions_count).toBe(0)
  expect(await ordersOf(merchant)).toBe(0)
})

test('a card can be declined after its buyer has approved the payment', async () => {
  const { merchant, checkout, answer } = await confirmWith('4000008260003178')
  const { intent_status: intent, intent_client_secret: secret } = answer.json.payment_processor_metadata
  expect(intent).toBe('requires_action')
  const approved = await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  expect(approved.json).toEqual({ status: 'declined' })
  await server.drain()
  expect((await checkout.view()).json).toMatchObject({ status: 'open', last_payment_error: 'Your card has insufficient funds.' })
  expect((await checkout.confirm()).status).toBe(200)
  expect(await ordersOf(merchant)).toBe(1)
})

test('a card whose bank takes a minute is declined then, and pays nothing in between', async () => {
  const { merchant, checkout, answer } = await confirmWith('4000000000100042')
  expect([answer.status, answer.json.payment_processor_metadata]).toEqual([200, {}])
  for (const seconds of [6, 53]) {
    server.clock.advance(seconds)
    await server.drain()
    expect(await statusOf(checkout)).toBe('confirmed')
  }
  expect((await checkout.confirm()).json.error).toBe('NotOpenCheckout')
  server.clock.advance(2)
  await server.drain()
  expect((await checkout.view()).json).toMatchObject({ status: 'open', last_payment_error: 'Your card has insufficient funds.' })
  expect(await ordersOf(merchant)).toBe(0)
  expect((await checkout.confirm()).status).toBe(200)
})

test('a payment that a bank has not decided yet is canceled with the organization', async () => {
  const { merchant } = await confirmWith('4000000000100042')
  const body = { organizationId: merchant.organizationId }
  expect((await merchant.owner.request('POST', '/api/auth/organization/delete', { body })).status).toBe(200)
  server.clock.advance(61)
  await server.drain()
})

test.for([
  ['4000000000100018', 'slow', 'succeeded'],
  ['4000000000100026', 'whose answer is lost', 'confirmed'],
  ['4000000000100034', 'reported twice', 'succeeded'],
] as const)('the card %s, %s, leaves the checkout %s and one order in the end', async ([number, , atOnce]) => {
  const { merchant, checkout, answer } = await confirmWith(number)
  expect([answer.status, await statusOf(checkout)]).toEqual([200, atOnce])
  server.clock.advance(6)
  await server.drain()
  expect(await statusOf(checkout)).toBe('succeeded')
  expect(await ordersOf(merchant)).toBe(1)
  expect((await merchant.request('GET', '/v1/sandbox/charges/')).json.items).toMatchObject([{ status: 'succeeded' }])
})
