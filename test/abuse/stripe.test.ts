// Attacks on a sale whose payment goes to Stripe: double confirms, races for a discount, the instant of the expiry, foreign references.
import { describe, expect, test } from 'vitest'
import { expireCheckouts } from '#sales/checkouts/actions/expire-checkouts.ts'
import { aCheckout, eventsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aCheckedStripeServer } from '#test/support/stripe/a-checked-stripe-server.ts'
import { aLiveMerchant } from '#test/support/stripe/a-live-merchant.ts'
import { paidIntents } from '#test/support/stripe/books.ts'
import { signWebhook } from '#test/support/stripe/fake-stripe.ts'
import { sendWebhook, sendWebhooks } from '#test/support/stripe/webhooks.ts'

const CARD = '4242424242424242'
const DECLINED = '4000000000000002'
const ASKS = '4000002500003155'
const CONFIRM = 'POST /v1/payment_intents/:id/confirm'
const DAY = 86_400

let merchant: TestMerchant
const stripe = await aCheckedStripeServer((created) => {
  merchant = created
})

const token = (card = CARD) => stripe.fake.token(card)
const paid = () => paidIntents(stripe.fake, merchant)
const checkoutOf = (body: Readonly<Record<string, unknown>> = {}) => aCheckout(stripe.server, merchant, body)
const locsOf = ({ json }: { json: { detail: { loc: unknown[] }[] } }) => json.detail.map(({ loc }) => loc.join('.'))
const returned = (secret: string) =>
  stripe.server.request('POST', '/v1/stripe/returns', { body: { intent_client_secret: secret } }).then(({ status }) => status)
const secretOf = ({ json }: { json: { payment_processor_metadata: { intent_client_secret: string } } }) =>
  json.payment_processor_metadata.intent_client_secret

/** Expects one paid intent, one order and one `order.paid`, of the amount of the checkout. */
async function expectOneSale(checkout: TestCheckout): Promise<void> {
  expect((await checkout.view()).json.status).toBe('succeeded')
  expect(paid().map(({ amount }) => amount)).toEqual([checkout.created.total_amount])
  expect(await stripe.ordersOf(merchant)).toMatchObject([{ checkout_id: checkout.id, status: 'paid' }])
  expect((await eventsOf(stripe.server, merchant.organizationId)).filter(({ name }) => name === 'order.paid')).toHaveLength(1)
}

describe('a double confirm', () => {
  test('by twenty clicks at once is charged once, also where the webhook is worked on before the answer', async () => {
    const checkout = await checkoutOf()
    stripe.fake.pause(CONFIRM, () => stripe.report())
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => checkout.confirm(token(), { key: `click-${at}` })))
    await stripe.report()
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, json }) => [status, json.error])).toEqual(Array(19).fill([403, 'NotOpenCheckout']))
    await expectOneSale(checkout)
  })

  test('with one key at once is charged once, and each click has the one answer or is in conflict', async () => {
    const checkout = await checkoutOf()
    const card = token()
    stripe.fake.pause(CONFIRM, () => stripe.report())
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout.confirm(card, { key: 'click' })))
    await stripe.report()
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 409]))).toBe(true)
    const sessions = answers.filter(({ status }) => status === 200).map(({ json }) => json.customer_session_token)
    expect(new Set(sessions).size).toBe(1)
    await expectOneSale(checkout)
    const repeated = await checkout.confirm(card, { key: 'click' })
    expect([repeated.status, repeated.json.customer_session_token]).toEqual([200, sessions[0]])
    expect((await checkout.confirm(token(DECLINED), { key: 'click' })).json.error).toBe('IdempotencyKeyReused')
    await expectOneSale(checkout)
  })

  test('of a payment that its bank asked about, with the return of the page and the webhook at once, is charged once', async () => {
    const checkout = await checkoutOf()
    const card = token(ASKS)
    const first = await checkout.confirm(card, { key: 'first' })
    stripe.fake.answer(secretOf(first), true)
    const [retried, clicked, keyless, ...returns] = await Promise.all([
      checkout.confirm(card, { key: 'first' }),
      checkout.confirm(token(), { key: 'second' }),
      checkout.confirm(token()),
      returned(secretOf(first)),
      returned(secretOf(first)),
      sendWebhooks(stripe.server, stripe.fake, { times: 3 }),
      stripe.server.drain(),
      stripe.server.drain(),
    ])
    await stripe.report()
    expect([retried.status, clicked.json.error, keyless.json.error]).toEqual([200, 'NotOpenCheckout', 'NotOpenCheckout'])
    expect(returns.slice(0, 2)).toEqual([204, 204])
    await expectOneSale(checkout)
  })
})

describe('a discount', () => {
  test('is redeemed by no more payments at once than its limit allows', async () => {
    const products = [(await aProduct(merchant)).id]
    const { id: discount_id } = await aDiscount(merchant, { max_redemptions: 3 })
    const checkouts = await Promise.all(Array.from({ length: 12 }, () => checkoutOf({ products, discount_id })))
    const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(token())))
    await stripe.report()
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map((answer) => [answer.status, locsOf(answer)])).toEqual(Array(9).fill([422, ['body.discount_code']]))
    expect(paid().map(({ amount }) => amount)).toEqual([3780, 3780, 3780])
    expect((await merchant.request('GET', `/v1/discounts/${discount_id}`)).json.redemptions_count).toBe(3)
  })

  test('that ends before the confirm, or is for another product, is refused before Stripe is asked', async () => {
    const ends_at = new Date(stripe.server.clock.now().getTime() + 60_000).toISOString()
    const [ended, other] = [
      await aDiscount(merchant, { ends_at }),
      await aDiscount(merchant, { products: [(await aProduct(merchant)).id] }),
    ]
    const checkout = await checkoutOf({ discount_id: ended.id })
    expect(locsOf(await checkout.update({ discount_code: other.code }))).toEqual(['body.discount_code'])
    stripe.server.clock.advance(61)
    const before = stripe.fake.requests.length
    expect(locsOf(await checkout.confirm(token()))).toEqual(['body.discount_code'])
    expect([stripe.fake.requests.length, (await checkout.view()).json.status]).toEqual([before, 'open'])
  })

  test('of the whole price is redeemed without Stripe, within its limit', async () => {
    const products = [(await aProduct(merchant)).id]
    const { id: discount_id } = await aDiscount(merchant, { basis_points: 10_000, max_redemptions: 1 })
    const checkouts = [await checkoutOf({ products, discount_id }), await checkoutOf({ products, discount_id })]
    const before = stripe.fake.requests.length
    const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(token())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(stripe.fake.requests).toHaveLength(before)
    expect(await stripe.ordersOf(merchant)).toMatchObject([{ total_amount: 0, discount_amount: 4200, status: 'paid' }])
  })

  test('that was used up while Stripe was silent about a payment is honoured where the payment is reported after all', async () => {
    const products = [(await aProduct(merchant)).id]
    const { id: discount_id } = await aDiscount(merchant, { max_redemptions: 1 })
    const [silent, next] = [await checkoutOf({ products, discount_id }), await checkoutOf({ products, discount_id, expires_in: DAY })]
    stripe.fake.fail(CONFIRM, 'lost')
    for (const operation of ['GET /v1/payment_intents/:id', 'POST /v1/payment_intents/:id/cancel'])
      stripe.fake.fail(operation, 'refused', 99)
    expect((await silent.confirm(token())).status).toBe(200)
    const lateReport = stripe.fake.takeWebhooks(Math.floor(stripe.server.clock.now().getTime() / 1000) + DAY)
    expect(locsOf(await next.confirm(token()))).toEqual(['body.discount_code'])
    stripe.server.clock.advance(DAY)
    await stripe.server.drain()
    expect((await silent.view()).status).toBe(410)
    stripe.fake.repair()

    const buyer = await checkoutOf({ products, discount_id })
    expect((await buyer.confirm(token())).status).toBe(200)
    for (const webhook of [...lateReport, ...lateReport]) expect((await sendWebhook(stripe.server, webhook)).status).toBe(204)
    await stripe.report()
    await expect.poll(async () => (await silent.view()).json.status).toBe('succeeded')
    const orders = await stripe.ordersOf(merchant)
    const sales = orders.map(({ total_amount: total, late_payment: isLate }: Record<string, unknown>) => [total, isLate])
    expect(sales.toSorted()).toEqual([
      [3780, false],
      [3780, true],
    ])
    expect(paid().map(({ amount }) => amount)).toEqual([3780, 3780])
    expect((await merchant.request('GET', `/v1/discounts/${discount_id}`)).json.redemptions_count).toBe(2)
  })
})

describe('between the form and the confirm', () => {
  test('a changed price changes nothing: Stripe charges what was shown', async () => {
    const product = await aProduct(merchant)
    const checkout = await checkoutOf({ products: [product.id] })
    const prices = [{ amount_type: 'fixed', price_amount: 9900, price_currency: 'usd' }]
    expect((await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { prices } })).status).toBe(200)
    expect((await checkout.confirm(token())).status).toBe(200)
    await stripe.report()
    expect(paid().map(({ amount }) => amount)).toEqual([4200])
    await expectOneSale(checkout)
  })

  test('an archived product is refused before Stripe is asked, and one that is archived during the charge is sold', async () => {
    const product = await aProduct(merchant)
    const archive = () => merchant.request('PATCH', `/v1/products/${product.id}`, { body: { is_archived: true } })
    const [during, after] = [await checkoutOf({ products: [product.id] }), await checkoutOf({ products: [product.id] })]
    stripe.fake.pause(CONFIRM, archive)
    expect((await during.confirm(token())).status).toBe(200)
    const before = stripe.fake.requests.length
    const refused = await after.confirm(token())
    expect([refused.status, locsOf(refused), stripe.fake.requests.length]).toEqual([422, ['body.product_id'], before])
    await stripe.report()
    await expectOneSale(during)
  })

  test('amounts, status and organization that a buyer sends are not taken', async () => {
    const checkout = await checkoutOf()
    const forged = { amount: 1, total_amount: 1, discount_amount: 4199, status: 'succeeded', organization_id: 'x', currency: 'jpy' }
    const answer = await checkout.confirm(token(), { body: forged })
    expect([200, 422]).toContain(answer.status)
    if (answer.status === 422) expect((await checkout.confirm(token())).status).toBe(200)
    await stripe.report()
    expect(paid().map(({ amount, currency }) => [amount, currency])).toEqual([[4200, 'usd']])
  })
})

describe('the expiry', () => {
  test('at its instant a checkout is either paid or expired, also while the job runs', async () => {
    const products = [(await aProduct(merchant)).id]
    const checkouts = await Promise.all(Array.from({ length: 8 }, () => checkoutOf({ products, expires_in: 1800 })))
    stripe.server.clock.advance(1799)
    const early = checkouts.slice(0, 4).map((checkout) => checkout.confirm(token()))
    const [answers] = await Promise.all([Promise.all(early), expireCheckouts(stripe.server.platform)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    stripe.server.clock.advance(1)
    const before = stripe.fake.requests.length
    const late = checkouts.slice(4).map((checkout) => checkout.confirm(token()))
    const [refused] = await Promise.all([Promise.all(late), expireCheckouts(stripe.server.platform)])
    expect(refused.map(({ status, json }) => [status, json.error])).toEqual(refused.map(() => [410, 'ExpiredCheckoutError']))
    expect(stripe.fake.requests).toHaveLength(before)
    await stripe.report()
    expect([(await stripe.ordersOf(merchant)).length, paid().length]).toEqual([4, 4])
  })

  test('during the charge is too late for it: the payment has its order', async () => {
    const checkout = await checkoutOf({ expires_in: 1800 })
    stripe.fake.pause(CONFIRM, async () => {
      stripe.server.clock.advance(1801)
      await expireCheckouts(stripe.server.platform)
    })
    expect((await checkout.confirm(token())).status).toBe(200)
    await stripe.report()
    await expectOneSale(checkout)
  })

  test('leaves the buyer an hour at the page of their bank; after it the intent at Stripe is canceled and pays nothing', async () => {
    const [approved, abandoned] = [await checkoutOf({ expires_in: 1800 }), await checkoutOf({ expires_in: 1800 })]
    const [secret, other] = [secretOf(await approved.confirm(token(ASKS))), secretOf(await abandoned.confirm(token(ASKS)))]
    stripe.server.clock.advance(1860)
    await stripe.server.drain()
    stripe.fake.answer(secret, true)
    await stripe.report()
    await expectOneSale(approved)
    stripe.server.clock.advance(1800)
    await stripe.server.drain()
    expect((await abandoned.view()).status).toBe(410)
    stripe.fake.answer(other, true)
    await stripe.report()
    await expectOneSale(approved)
  })

  test('at the end of that hour an approval and its cancellation end in one sale or in none', async () => {
    const checkout = await checkoutOf({ expires_in: 1800 })
    const secret = secretOf(await checkout.confirm(token(ASKS)))
    stripe.server.clock.advance(3600)
    // The approval reaches Stripe first; the webhook is not sent yet.
    stripe.fake.answer(secret, true)
    await stripe.server.drain()
    await expectOneSale(checkout)
    await stripe.report()
    await expectOneSale(checkout)
  })
})

describe('another organization', () => {
  test('reads and moves nothing of a sale by Stripe', async () => {
    const stranger = await aLiveMerchant(stripe.server)
    const checkout = await checkoutOf()
    await checkout.confirm(token('4000000000000259'))
    await stripe.report()
    const [order] = await stripe.ordersOf(merchant)
    const [dispute] = (await merchant.request('GET', '/v1/disputes/')).json.items
    const [payment] = (await merchant.request('GET', '/v1/payments/')).json.items
    const before = stripe.fake.requests.length
    const statuses = await Promise.all([
      stranger.request('GET', `/v1/payments/${payment.id}`),
      stranger.request('GET', `/v1/disputes/${dispute.id}`),
      stranger.request('POST', `/v1/disputes/${dispute.id}/contest`, { body: { evidence: 'losing_evidence' } }),
      stranger.request('POST', `/v1/disputes/${dispute.id}/accept`),
      stranger.request('GET', `/v1/organizations/${merchant.organizationId}/payment-settings`),
      stranger.request('GET', `/v1/customers/${order.customer_id}/payment-methods`),
    ])
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404))
    const refund = await stranger.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other' } })
    expect([refund.status, locsOf(refund)]).toEqual([422, ['body.order_id']])
    for (const list of ['payments', 'disputes', 'refunds', 'orders'])
      for (const filter of [`order_id=${order.id}`, `customer_id=${order.customer_id}`, `organization_id=${merchant.organizationId}`])
        expect((await stranger.request('GET', `/v1/${list}/?${filter}`)).json.items ?? []).toEqual([])
    expect(stripe.fake.requests).toHaveLength(before)
    expect((await merchant.request('GET', `/v1/disputes/${dispute.id}`)).json.status).toBe('needs_response')
  })

  test('settles nothing by an event that names an attempt of another, or by a secret of another checkout', async () => {
    const stranger = await aLiveMerchant(stripe.server)
    const [checkout, theirs] = [await checkoutOf(), await aCheckout(stripe.server, stranger)]
    const secrets = [secretOf(await checkout.confirm(token(ASKS))), secretOf(await theirs.confirm(token(ASKS)))]
    stripe.fake.answer(secrets[1] ?? '', true)
    expect(await returned(secrets[1] ?? '')).toBe(204)
    await stripe.report()
    expect([(await checkout.view()).json.status, (await theirs.view()).json.status]).toEqual(['confirmed', 'succeeded'])

    const [own] = [...stripe.fake.state.intents.values()].filter(({ client_secret }) => client_secret === secrets[0])
    const metadata = { ...own?.metadata, guildhall_organization: stranger.organizationId }
    const at = Math.floor(stripe.server.clock.now().getTime() / 1000)
    for (const object of [
      { object: 'payment_intent', id: own?.id, status: 'succeeded', metadata },
      { object: 'payment_intent', id: 'pi_of_a_stranger', status: 'succeeded', metadata: own?.metadata },
    ]) {
      const body = JSON.stringify({ id: `evt_forged_${object.id}`, type: 'payment_intent.succeeded', data: { object } })
      expect((await sendWebhook(stripe.server, { body, signature: signWebhook(body, { at }) })).status).toBe(204)
      expect((await sendWebhook(stripe.server, { body, signature: signWebhook(body, { at, secret: 'whsec_of_a_stranger' }) })).status).toBe(
        400,
      )
    }
    await stripe.server.drain()
    expect((await checkout.view()).json.status).toBe('confirmed')
    expect([paid(), await stripe.ordersOf(merchant)]).toEqual([[], []])
  })

  test('pays nothing with a client secret or a card token that was guessed', async () => {
    const checkout = await checkoutOf()
    const secret = secretOf(await checkout.confirm(token(ASKS)))
    const [intent = ''] = secret.split('_secret_')
    for (const guess of [`${intent.slice(0, -1)}_secret_1`, 'pi__secret_', intent, '', "pi_'--_secret_1", `seti_${intent}_secret_1`])
      expect([404, 422]).toContain(await returned(guess))
    const other = await checkoutOf()
    expect((await other.confirm('ctoken_of_another_account')).json.error).toBe('PaymentError')
    expect((await other.confirm(secret)).json.error).toBe('PaymentError')
    const used = token()
    expect((await other.confirm(used)).status).toBe(200)
    expect((await (await checkoutOf()).confirm(used)).json.error).toBe('PaymentError')
    await stripe.report()
    expect(paid()).toHaveLength(1)
    const stored = JSON.stringify(await stripe.server.platform.database.db.selectFrom('domain_events').selectAll().execute())
    for (const hidden of [secret, used, checkout.secret]) expect(stored).not.toContain(hidden)
  })
})
