// Databases: both.
// A live organization sells through Stripe, from the first purchase to a dispute. Stripe is the fake behind STRIPE_API_BASE.
import { expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { passDays } from '#test/support/server.ts'
import { aLiveMerchant } from '#test/support/stripe/a-live-merchant.ts'
import { aStripeServer } from '#test/support/stripe/a-stripe-server.ts'
import { sendWebhooks } from '#test/support/stripe/webhooks.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const CARD = '4242424242424242'
const DECLINED = '4000000000000002'
const ASKS = '4000002500003155'
const ASKS_ALWAYS = '4000002760003184'
const MONTH_DAYS = 31

const { fake, server, report } = await aStripeServer()
const merchant = await aLiveMerchant(server)

const itemsOf = async (path: string) => (await merchant.request('GET', path)).json.items
const intentsSince = (count: number) => fake.charged().slice(count)
const newestIntent = () => fake.charged().at(-1)?.intent ?? ''

async function subscribe(card: string) {
  const products = [await aPlan(merchant, 900)]
  const checkout = await aCheckout(server, merchant, { products })
  const confirmed = await checkout.confirm(fake.token(card))
  return { checkout, confirmed }
}

test('a purchase, after a declined card, is charged once and has the fee of Stripe', async () => {
  const checkout = await aCheckout(server, merchant)
  const declined = await checkout.confirm(fake.token(DECLINED))
  expect([declined.status, declined.json]).toEqual([400, { error: 'PaymentError', detail: 'Your card was declined.' }])
  expect((await checkout.confirm(fake.token(CARD))).status).toBe(200)
  await report()
  expect((await checkout.view()).json.status).toBe('succeeded')
  expect(fake.charged()).toHaveLength(1)
  const [order] = await itemsOf(`/v1/orders/?checkout_id=${checkout.id}`)
  expect(order).toMatchObject({ status: 'paid', total_amount: 4200 })
  const attempts = (await merchant.request('GET', '/v1/payments/')).json.items
  expect(attempts.map(({ status, fee_amount }: { status: string; fee_amount: number }) => [status, fee_amount])).toEqual([
    ['succeeded', 152],
    ['failed', 0],
  ])
})

test('a bank that asks its customer is answered on the page, and the webhook alone settles the payment', async () => {
  const checkout = await aCheckout(server, merchant)
  const confirmed = await checkout.confirm(fake.token(ASKS))
  const { intent_client_secret: secret } = confirmed.json.payment_processor_metadata
  expect(secret).toMatch(/^pi_\w+_secret_/)
  fake.answer(secret, true)
  await report()
  expect((await checkout.view()).json).toMatchObject({ status: 'succeeded', payment_processor_metadata: {} })
  expect(await itemsOf(`/v1/orders/?checkout_id=${checkout.id}`)).toHaveLength(1)
})

test('a page that returns from the bank settles the payment without a webhook', async () => {
  const checkout = await aCheckout(server, merchant)
  const confirmed = await checkout.confirm(fake.token(ASKS))
  const { intent_client_secret } = confirmed.json.payment_processor_metadata
  const returned = () => server.request('POST', '/v1/stripe/returns', { body: { intent_client_secret } })
  expect((await returned()).status).toBe(204)
  await server.drain()
  expect((await checkout.view()).json.status).toBe('confirmed')
  fake.answer(intent_client_secret, true)
  expect((await returned()).status).toBe(204)
  await server.drain()
  expect((await checkout.view()).json.status).toBe('succeeded')
  const other = { body: { intent_client_secret: 'pi_1_secret_1' } }
  expect((await server.request('POST', '/v1/stripe/returns', other)).status).toBe(404)
})

test('an action that the customer refuses opens the checkout again', async () => {
  const checkout = await aCheckout(server, merchant)
  const confirmed = await checkout.confirm(fake.token(ASKS))
  fake.answer(confirmed.json.payment_processor_metadata.intent_client_secret, false)
  await report()
  expect((await checkout.view()).json.status).toBe('open')
  expect((await checkout.confirm(fake.token(CARD))).status).toBe(200)
})

test.each(['lost', 'mute', 'cut'] as const)('where the answer of a charge is %s, the purchase is found and made once', async (failure) => {
  const before = fake.charged().length
  const checkout = await aCheckout(server, merchant)
  // A cut connection is asked again by the client, with the same key.
  fake.fail('POST /v1/payment_intents/:id/confirm', failure)
  expect((await checkout.confirm(fake.token(CARD), { key: 'click' })).status).toBe(200)
  server.clock.advance(10)
  await report()
  await expect.poll(async () => (await checkout.view()).json.status).toBe('succeeded')
  expect(intentsSince(before)).toHaveLength(1)
  expect(await itemsOf(`/v1/orders/?checkout_id=${checkout.id}`)).toHaveLength(1)
})

test('webhooks that race with the answers of five purchases change nothing about them', async () => {
  const before = fake.charged().length
  const checkouts = await Promise.all(Array.from({ length: 5 }, () => aCheckout(server, merchant)))
  const stop = setInterval(() => void sendWebhooks(server, fake, { times: 2 }), 1)
  const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(fake.token(CARD))))
  clearInterval(stop)
  await report()
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(intentsSince(before)).toHaveLength(5)
  for (const checkout of checkouts) expect(await itemsOf(`/v1/orders/?checkout_id=${checkout.id}`)).toHaveLength(1)
})

test('a subscription is renewed off session with the saved card', async () => {
  const { checkout, confirmed } = await subscribe(CARD)
  expect(confirmed.status).toBe(200)
  await report()
  const [subscription] = await itemsOf(`/v1/subscriptions/?limit=1`)
  const before = fake.charged().length
  await passDays(server, MONTH_DAYS)
  await report()
  const orders = (await itemsOf('/v1/orders/?limit=100')).filter(
    (order: { subscription_id: string | null }) => order.subscription_id === subscription.id,
  )
  expect(orders.map(({ billing_reason: reason, status }: { billing_reason: string; status: string }) => [reason, status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ])
  expect(intentsSince(before)).toHaveLength(1)
  const confirm = fake.requests.findLast(({ operation }) => operation === 'POST /v1/payment_intents/:id/confirm')
  expect(confirm?.parameters).toMatchObject({ off_session: 'true' })
  expect((await checkout.view()).json.status).toBe('succeeded')
})

test('a card that had a trial has no second one with another address, and pays at once', async () => {
  const trial = { trial_interval: 'day', trial_interval_count: 14 }
  const products = [await aPlan(merchant, 900, trial)]
  const [first, second, third] = [
    await aCheckout(server, merchant, { products }),
    await aCheckout(server, merchant, { products }),
    await aCheckout(server, merchant, { products }),
  ]
  const before = fake.charged().length
  expect((await first.confirm(fake.token(CARD))).status).toBe(200)
  const refused = await second.confirm(fake.token(CARD))
  expect([refused.status, refused.json.detail[0]]).toEqual([
    422,
    expect.objectContaining({ type: 'trial_used', ctx: { total_amount: 900 } }),
  ])
  expect((await third.confirm(fake.token(ASKS))).status).toBe(200)
  await report()
  expect(intentsSince(before)).toEqual([])
  expect((await second.confirm(fake.token(CARD), { body: { expected_total_amount: 900 } })).status).toBe(200)
  await report()
  expect(intentsSince(before)).toMatchObject([{ amount: 900 }])
})

test('a renewal that needs the customer is overdue, and they are asked by email to pay it', async () => {
  const { confirmed } = await subscribe(ASKS_ALWAYS)
  fake.answer(confirmed.json.payment_processor_metadata.intent_client_secret, true)
  await report()
  const [subscription] = await itemsOf('/v1/subscriptions/?limit=1')
  expect(subscription.status).toBe('active')
  await passDays(server, MONTH_DAYS)
  await report()
  expect((await merchant.request('GET', `/v1/subscriptions/${subscription.id}`)).json.status).toBe('past_due')
})

test('a part is refunded here and the rest at Stripe, and both are in the books', async () => {
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(fake.token(CARD))
  const intent = newestIntent()
  const [order] = await itemsOf(`/v1/orders/?checkout_id=${checkout.id}`)
  const refunded = await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', amount: 1200 } })
  expect([refunded.status, refunded.json.status]).toEqual([200, 'succeeded'])
  fake.refundAtStripe(intent, 3000)
  await report()
  expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json).toMatchObject({ status: 'refunded', refunded_amount: 4200 })
  const refunds = await itemsOf(`/v1/refunds/?order_id=${order.id}`)
  expect(refunds.map(({ amount, status }: { amount: number; status: string }) => [amount, status])).toEqual([
    [3000, 'succeeded'],
    [1200, 'succeeded'],
  ])
})

test('a refund that the bank sends back has failed', async () => {
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(fake.token('4000000000005126'))
  const [order] = await itemsOf(`/v1/orders/?checkout_id=${checkout.id}`)
  const refunded = await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', amount: 4200 } })
  expect(refunded.json.status).toBe('pending')
  fake.settleRefunds()
  await report()
  expect((await itemsOf(`/v1/refunds/?order_id=${order.id}`)).map(({ status }: { status: string }) => status)).toEqual(['failed'])
  expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json).toMatchObject({ status: 'paid', refunded_amount: 0 })
})

test('a dispute is recorded by its events, and lost where the bank decides against the merchant', async () => {
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(fake.token(CARD))
  const intent = newestIntent()
  fake.dispute(intent)
  await report()
  const [order] = await itemsOf(`/v1/orders/?checkout_id=${checkout.id}`)
  const [opened] = await itemsOf(`/v1/disputes/?order_id=${order.id}`)
  expect(opened).toMatchObject({ status: 'needs_response', total_amount: order.total_amount, fee_amount: 1500, reason: 'fraudulent' })
  expect(opened.processor_url).toMatch(/^https:\/\/dashboard\.stripe\.com\/disputes\/du_/)
  expect(Date.parse(opened.evidence_due_by)).not.toBeNaN()
  fake.decideDispute(intent, 'lost')
  await report()
  const lost = { pending_dispute_amount: 0, disputed_amount: order.total_amount, refundable_amount: 0 }
  expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json).toMatchObject({ status: 'paid', ...lost })
  expect((await merchant.request('GET', `/v1/disputes/${opened.id}`)).json).toMatchObject({ status: 'lost', fee_amount: 1500 })
  const events = await server.platform.database.db
    .selectFrom('payment_events')
    .select(['type', 'worked_at'])
    .where('type', '=', 'dispute.updated')
    .execute()
  expect(events.map(({ worked_at: at }) => at === null)).toEqual([false, false])
})

test('a dispute that is answered here is decided at Stripe, and a won one returns its fee', async () => {
  const answered = async (answer: string, body?: object) => {
    const checkout = await aCheckout(server, merchant)
    await checkout.confirm(fake.token(CARD))
    fake.dispute(newestIntent())
    await report()
    const [order] = await itemsOf(`/v1/orders/?checkout_id=${checkout.id}`)
    const [dispute] = await itemsOf(`/v1/disputes/?order_id=${order.id}`)
    return (await merchant.request('POST', `/v1/disputes/${dispute.id}/${answer}`, body && { body })).json
  }
  expect(await answered('contest', { evidence: 'winning_evidence' })).toMatchObject({ status: 'won', fee_amount: 0 })
  expect(await answered('accept')).toMatchObject({ status: 'lost', fee_amount: 1500 })
  await report()
})

test('the secret key is in no log, event or answer', async () => {
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = fake.settings
  const stored = JSON.stringify(await server.platform.database.db.selectFrom('domain_events').selectAll().execute())
  const answer = await merchant.request('GET', `/v1/organizations/${merchant.organizationId}/payment-settings`)
  expect(answer.json.active_processor).toBe('stripe')
  for (const secret of [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET]) expect(stored + answer.text).not.toContain(secret)
})
