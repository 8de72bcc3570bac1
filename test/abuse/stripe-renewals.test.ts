// Renewals that Stripe charges: by several workers at once, beside requests of the merchant and the customer, and with answers that come a day late.
import { describe, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import type { TestMerchant } from '#test/support/a-merchant.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { passDays, type TestAnswer } from '#test/support/server.ts'
import { aCheckedStripeServer } from '#test/support/stripe/a-checked-stripe-server.ts'
import { paidIntents, refundedAtStripe } from '#test/support/stripe/books.ts'
import { sendWebhook } from '#test/support/stripe/webhooks.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const CARD = '4242424242424242'
const ASKS_ALWAYS = '4000002760003184'
const CREATE = 'POST /v1/payment_intents'
const CONFIRM = 'POST /v1/payment_intents/:id/confirm'
const READ = 'GET /v1/payment_intents/:id'
const CANCEL = 'POST /v1/payment_intents/:id/cancel'
const PRICE = 1000
const DAY = 86_400
const DAY_MS = DAY * 1000
const MONTH_DAYS = 31
const TEST_MS = 60_000

let merchant: TestMerchant
const stripe = await aCheckedStripeServer((created) => {
  merchant = created
})

async function aSubscription(card = CARD) {
  const checkout = await aCheckout(stripe.server, merchant, { products: [await aPlan(merchant, PRICE)] })
  const { json } = await checkout.confirm(stripe.fake.token(card))
  const secret = json.payment_processor_metadata?.intent_client_secret
  if (secret !== undefined) stripe.fake.answer(secret, true)
  await stripe.report()
  const [{ id, customer_id: customerId }] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  const path = `/v1/subscriptions/${id}`
  return {
    customerId,
    // Less than a day before the renewal.
    untilLastDay: async () => {
      const end = Date.parse((await merchant.request('GET', path)).json.current_period_end)
      await passDays(stripe.server, Math.ceil((end - stripe.server.clock.now().getTime()) / DAY_MS) - 1)
      expect(paid()).toHaveLength(1)
    },
    update: (body: unknown) => merchant.request('PATCH', path, { body }),
    read: async () => (await merchant.request('GET', path)).json,
  }
}

const paid = () => paidIntents(stripe.fake, merchant)
const ordersOf = async () =>
  (await stripe.ordersOf(merchant)).map(({ status, billing_reason: reason }: Record<string, string>) => [status, reason]).toReversed()
const CREATED = ['paid', 'subscription_create']
const RENEWED = ['paid', 'subscription_cycle']

/** The amounts that Stripe has and has not returned, by intent. */
const left = () => paid().map(({ id, amount }) => amount - refundedAtStripe(stripe.fake, id))

/** Sends a request while Stripe works on the next charge. Returns its answer. */
function during(request: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const { promise, resolve } = Promise.withResolvers<TestAnswer>()
  stripe.fake.pause(CONFIRM, async () => resolve(await request()))
  return promise
}

describe('a renewal', () => {
  test('that three workers bill at once, with the webhook before the answer, is charged once', async () => {
    const held = await aSubscription()
    await held.untilLastDay()
    stripe.fake.pause(CONFIRM, () => stripe.report())
    stripe.server.clock.advance(DAY)
    await Promise.all([stripe.server.drain(), stripe.server.drain(), stripe.server.drain()])
    await stripe.report()
    expect([left(), await ordersOf()]).toEqual([
      [PRICE, PRICE],
      [CREATED, RENEWED],
    ])
    expect((await held.read()).status).toBe('active')
  })

  test.each([
    ['lost', CONFIRM],
    ['mute', CONFIRM],
    ['foreign', CONFIRM],
    ['refused', CREATE],
    ['foreign', CREATE],
  ] as const)('whose answer is %s (%s) is charged once', { timeout: TEST_MS }, async (failure, operation) => {
    const held = await aSubscription()
    await held.untilLastDay()
    stripe.fake.fail(operation, failure, failure === 'mute' ? 2 : 1)
    await passDays(stripe.server, 4)
    await stripe.report()
    expect([left(), await ordersOf()]).toEqual([
      [PRICE, PRICE],
      [CREATED, RENEWED],
    ])
  })

  test('that Stripe reports only after a second attempt was paid is returned', { timeout: TEST_MS }, async () => {
    const held = await aSubscription()
    await held.untilLastDay()
    stripe.fake.fail(CONFIRM, 'lost')
    for (const operation of [READ, CANCEL]) stripe.fake.fail(operation, 'refused', 9999)
    // Until the day of silence is over, and no longer.
    const isCharged = () => paid().length === 2
    for (let hours = 0; hours < 72 && !isCharged(); hours += 1) {
      stripe.server.clock.advance(3600)
      await stripe.server.drain()
    }
    expect(isCharged()).toBe(true)
    const late = stripe.fake.takeWebhooks(Math.floor(stripe.server.clock.now().getTime() / 1000) + 2 * DAY)
    stripe.server.clock.advance(DAY + 60)
    await stripe.server.drain()
    stripe.fake.repair()
    for (let day = 0; day < 8 && paid().length === 2; day += 1) await passDays(stripe.server, 1)
    expect(await ordersOf()).toEqual([CREATED, RENEWED])
    expect(left()).toEqual([PRICE, PRICE, PRICE])
    // The first attempt is reported at last.
    for (const webhook of [...late, ...late]) await sendWebhook(stripe.server, webhook)
    await stripe.report()
    expect(left()).toEqual([PRICE, 0, PRICE])
    expect([await ordersOf(), (await held.read()).status]).toEqual([[CREATED, RENEWED], 'active'])
  })

  test('that is in flight is paid, and a cancellation that comes meanwhile ends the subscription after it', async () => {
    const held = await aSubscription()
    await held.untilLastDay()
    const meanwhile = during(() => held.update({ cancel_at_period_end: true }))
    await passDays(stripe.server, 1)
    expect((await meanwhile).status).toBe(200)
    await stripe.report()
    expect([left(), await ordersOf()]).toEqual([
      [PRICE, PRICE],
      [CREATED, RENEWED],
    ])
    expect(await held.read()).toMatchObject({ status: 'active', cancel_at_period_end: true })
    await passDays(stripe.server, MONTH_DAYS)
    await stripe.report()
    expect([left(), (await held.read()).status]).toEqual([[PRICE, PRICE], 'canceled'])
  })

  test('that is in flight when the subscription is revoked is charged at most once, and never again', async () => {
    const held = await aSubscription()
    await held.untilLastDay()
    const meanwhile = during(() => held.update({ revoke: true }))
    await passDays(stripe.server, 1)
    expect((await meanwhile).status).toBe(200)
    await stripe.report()
    const orders = (await stripe.ordersOf(merchant)).filter(({ status }: { status: string }) => status === 'paid')
    expect(left().reduce((sum, amount) => sum + amount, 0)).toBe(orders.length * PRICE)
    const before = paid().length
    await passDays(stripe.server, MONTH_DAYS)
    await stripe.report()
    expect([paid().length, (await held.read()).status]).toEqual([before, 'canceled'])
  })
})

describe('an overdue renewal', () => {
  async function overdue() {
    const held = await aSubscription(ASKS_ALWAYS)
    await passDays(stripe.server, MONTH_DAYS)
    await stripe.report()
    expect((await held.read()).status).toBe('past_due')
    const [{ id }] = await stripe.ordersOf(merchant)
    const portal = await aPortal(stripe.server, merchant, held.customerId)
    const { items: methods } = (await portal.request('GET', '/customers/me/payment-methods')).json
    return {
      held,
      pay: () => portal.request('POST', `/orders/${id}/confirm-payment`, { body: { payment_method_id: methods[0].id } }),
      status: async () => (await portal.request('GET', `/orders/${id}/payment-status`)).json,
      retry: () => merchant.request('POST', `/v1/orders/${id}/retry-payment`),
    }
  }

  test('that customer and merchant pay at once is charged once', { timeout: TEST_MS }, async () => {
    const { held, pay, status, retry } = await overdue()
    const answers = await Promise.all([pay(), pay(), retry(), pay(), retry()])
    expect(answers.filter(({ status: code }) => ![200, 402, 409, 422, 429].includes(code)).map(({ text }) => text)).toEqual([])
    await stripe.report()
    const waiting = await status()
    if (waiting.status !== 'requires_action') await pay()
    const { client_secret: secret } = await status()
    expect(secret).toMatch(/^pi_/)
    stripe.fake.answer(secret, true)
    const returned = { body: { intent_client_secret: secret } }
    await Promise.all([stripe.report(), stripe.server.request('POST', '/v1/stripe/returns', returned), pay(), retry(), stripe.report()])
    await passDays(stripe.server, 8)
    await stripe.report()
    expect([left(), await ordersOf()]).toEqual([
      [PRICE, PRICE],
      [CREATED, RENEWED],
    ])
    expect((await held.read()).status).toBe('active')
  })
})
