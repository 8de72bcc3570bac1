import { expect, test } from 'vitest'
import type { ChargeOutcome } from '#money/payments/index.ts'
import { movableClock } from '#platform/clock.ts'
import { aCheckout, cards, factsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { START, sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { settleCheckoutPayment } from './settle-payment.ts'

const server = await sharedServer()
const { db } = server.platform.database
const paid: ChargeOutcome = { kind: 'succeeded', reference: 'sandbox_ch_late', brand: 'visa', last4: '4242' }

async function attemptsAt(checkout: TestCheckout) {
  return db
    .selectFrom('payments')
    .select(['organization_id as organizationId', 'id', 'purpose', 'purpose_id as purposeId', 'status'])
    .where('purpose_id', '=', checkout.id)
    .orderBy('created_at')
    .orderBy('settled_at')
    .execute()
}

async function tellOfFirst(house: TestServer, checkout: TestCheckout, answer: ChargeOutcome): Promise<void> {
  const [payment] = await attemptsAt(checkout)
  if (!payment) throw new Error('There is no attempt.')
  const { platform } = house
  const now = platform.clock.now()
  await platform.database.transaction((tx) => settleCheckoutPayment(tx, { platform, payment, answer, now }))
}

const ordersOf = (merchant: TestMerchant) =>
  db.selectFrom('orders').select(['status', 'is_late_payment']).where('organization_id', '=', merchant.organizationId).execute()

test('money that arrives after the checkout has expired makes an order, marked as late', async () => {
  const house = await testServer({ clock: movableClock(new Date(START.getTime() - 40 * 86_400_000)) })
  const merchant = await aMerchant(house)
  const checkout = await aCheckout(house, merchant)
  await checkout.confirm(cards.declined)
  house.clock.advance(86_400)
  await house.drain()
  expect((await checkout.see()).status).toBe(410)
  await tellOfFirst(house, checkout, paid)
  expect((await merchant.request('GET', `/v1/checkouts/${checkout.id}`)).json.status).toBe('succeeded')
  expect(await ordersOf(merchant)).toEqual([{ status: 'paid', is_late_payment: true }])
  await house.close()
})

test('a second payment for what is paid makes no second order and goes back', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(cards.declined)
  server.clock.advance(1)
  await checkout.confirm()
  const before = (await factsOf(server, merchant.organizationId)).length
  await tellOfFirst(server, checkout, paid)
  await server.drain()
  expect((await attemptsAt(checkout)).map(({ status }) => status)).toEqual(['refunded', 'succeeded'])
  expect(await ordersOf(merchant)).toHaveLength(1)
  expect(await factsOf(server, merchant.organizationId)).toHaveLength(before)
})

test('money for what the buyer chose before goes back, and what they chose since is still to be paid', async () => {
  const merchant = await aMerchant(server)
  const [cheap, dear] = [
    await aProduct(merchant),
    await aProduct(merchant, { prices: [{ amount_type: 'fixed', price_amount: 9900, price_currency: 'usd' }] }),
  ]
  const checkout = await aCheckout(server, merchant, { products: [cheap.id, dear.id] })
  await checkout.confirm(cards.declined)
  await checkout.change({ product_id: dear.id })
  await tellOfFirst(server, checkout, paid)
  await server.drain()
  expect((await checkout.see()).json).toMatchObject({ status: 'open', product_id: dear.id })
  expect((await attemptsAt(checkout)).map(({ status }) => status)).toEqual(['refunded'])
  expect(await ordersOf(merchant)).toEqual([])
})

test.for<ChargeOutcome>([
  paid,
  { kind: 'unknown', reason: 'late' },
  { kind: 'declined', reference: 'sandbox_ch_late', code: 'card_declined', sentence: 'No.' },
  { kind: 'requires_action', reference: 'sandbox_ch_late', actionSecret: 'secret' },
])('what a processor says of a payment that succeeded changes nothing: $kind', async (answer) => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm()
  const before = (await factsOf(server, merchant.organizationId)).length
  await tellOfFirst(server, checkout, answer)
  expect((await checkout.see()).json.status).toBe('succeeded')
  expect(await ordersOf(merchant)).toHaveLength(1)
  expect(await factsOf(server, merchant.organizationId)).toHaveLength(before)
})

test('an earlier attempt that fails once more does not disturb the one under way', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(cards.declined)
  server.clock.advance(1)
  await checkout.confirm(cards.asksBack)
  await tellOfFirst(server, checkout, { kind: 'declined', reference: 'x', code: 'card_declined', sentence: 'No.' })
  expect((await checkout.see()).json.status).toBe('confirmed')
})
