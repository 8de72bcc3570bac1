// Attacks on the money of sales that Stripe has taken: refunds here and at Stripe at once, and requests about a subscription while it is charged.
import { describe, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aCheckedStripeServer } from '#test/support/stripe/a-checked-stripe-server.ts'
import { paidIntents, refundedAtStripe } from '#test/support/stripe/books.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'

const CARD = '4242424242424242'
const ASKS_ALWAYS = '4000002760003184'
const CONFIRM = 'POST /v1/payment_intents/:id/confirm'
const REFUND = 'POST /v1/refunds'
const MINUTE = 61

let merchant: TestMerchant
const stripe = await aCheckedStripeServer((created) => {
  merchant = created
})

const paid = () => paidIntents(stripe.fake, merchant).map(({ amount }) => amount)

describe('a refund', () => {
  interface Sold {
    readonly orderId: string
    readonly intent: string
    refund(body?: Readonly<Record<string, unknown>>, key?: string): ReturnType<TestMerchant['request']>
    read(): Promise<Readonly<Record<string, unknown>>>
    refunds(): Promise<(readonly [amount: number, status: string])[]>
  }

  async function aSale(card = CARD): Promise<Sold> {
    const checkout = await aCheckout(stripe.server, merchant)
    expect((await checkout.confirm(stripe.fake.token(card))).status).toBe(200)
    await stripe.report()
    const [order] = await stripe.ordersOf(merchant)
    const intent = paidIntents(stripe.fake, merchant).at(-1)?.id ?? ''
    const headers = (key: string | undefined) => (key === undefined ? {} : { 'idempotency-key': key })
    return {
      orderId: order.id,
      intent,
      refund: (body = {}, key = undefined) =>
        merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', ...body }, headers: headers(key) }),
      read: async () => (await merchant.request('GET', `/v1/orders/${order.id}`)).json,
      refunds: async () => {
        const { items } = (await merchant.request('GET', `/v1/refunds/?order_id=${order.id}&limit=100`)).json
        return items.map(({ amount, status }: { amount: number; status: string }) => [amount, status] as const).toSorted()
      },
    }
  }

  test('of the whole and of parts at once never exceeds what Stripe has taken', async () => {
    const sale = await aSale()
    const bodies = [{}, {}, { amount: 4200 }, ...Array.from({ length: 20 }, () => ({ amount: 700 }))]
    const answers = await Promise.all(bodies.map((body) => sale.refund(body)))
    await stripe.report()
    expect(answers.filter(({ status }) => ![200, 400, 403].includes(status)).map(({ text }) => text)).toEqual([])
    expect(refundedAtStripe(stripe.fake, sale.intent)).toBe(4200)
    expect(await sale.read()).toMatchObject({ status: 'refunded', refunded_amount: 4200, refundable_amount: 0 })
  })

  test('of nothing, of less than nothing, above the rest or in another currency does not reach Stripe', async () => {
    const sale = await aSale()
    await sale.refund({ amount: 4000 })
    const before = stripe.requestsOf(REFUND)
    for (const body of [{ amount: 0 }, { amount: -1 }, { amount: 0.5 }, { amount: 201 }, { amount: 2 ** 53 }, { amount: '200' }]) {
      const { status } = await sale.refund(body)
      expect([400, 422]).toContain(status)
    }
    expect(stripe.requestsOf(REFUND)).toBe(before)
    // The currency is that of the order; the one of the request is not read.
    expect((await sale.refund({ amount: 100, currency: 'kwd' })).json).toMatchObject({ amount: 100, currency: 'usd' })
    expect(stripe.fake.state.refunds[0]).toMatchObject({ amount: 100, currency: 'usd' })
  })

  test('that is repeated with its key, at once and after a lost answer, is made once', async () => {
    const sale = await aSale()
    stripe.fake.fail(REFUND, 'lost')
    const first = await sale.refund({ amount: 1200 }, 'once')
    expect([first.status, first.json.status]).toEqual([200, 'pending'])
    const repeats = await Promise.all(Array.from({ length: 8 }, () => sale.refund({ amount: 1200 }, 'once')))
    expect(new Set(repeats.map(({ json }) => json.id))).toEqual(new Set([first.json.id]))
    stripe.server.clock.advance(MINUTE)
    await stripe.report()
    expect(await sale.refunds()).toEqual([[1200, 'succeeded']])
    expect(refundedAtStripe(stripe.fake, sale.intent)).toBe(1200)
  })

  test.each(['mute', 'cut', 'halved', 'malformed', 'empty', 'foreign', 'refused', 'limited'] as const)(
    'whose answer is %s is made once, and what it reserves is not refunded again meanwhile',
    async (failure) => {
      const other = await aSale()
      await other.refund({ amount: 300 })
      const sale = await aSale()
      stripe.fake.fail(REFUND, failure)
      const first = await sale.refund({ amount: 3000 })
      expect([first.status, ['pending', 'succeeded'].includes(first.json.status)]).toEqual([200, true])
      expect((await sale.refund({ amount: 1201 })).json.error).toBe('RefundAmountTooHigh')
      for (let round = 0; round < 2; round += 1) {
        stripe.server.clock.advance(MINUTE)
        await stripe.report()
      }
      expect(await sale.refunds()).toEqual([[3000, 'succeeded']])
      expect(refundedAtStripe(stripe.fake, sale.intent)).toBe(3000)
      expect(refundedAtStripe(stripe.fake, other.intent)).toBe(300)
    },
  )

  test('of ours fails where one that was made at Stripe has taken its money before, and that one is in the books', async () => {
    const sale = await aSale()
    // Ours has reserved its amount and looks at the payment.
    stripe.fake.pause('GET /v1/payment_intents/:id', async () => stripe.fake.refundAtStripe(sale.intent, 1000))
    expect((await sale.refund()).json.status).toBe('failed')
    await stripe.report()
    expect(await sale.refunds()).toEqual([
      [1000, 'succeeded'],
      [4200, 'failed'],
    ])
    expect(await sale.read()).toMatchObject({ refunded_amount: 1000, refundable_amount: 3200 })
  })

  test('at Stripe beside three of ours, with the webhooks in between, adds up there and here', async () => {
    for (let round = 0; round < 3; round += 1) {
      const sale = await aSale()
      stripe.fake.pause(REFUND, async () => {
        stripe.fake.refundAtStripe(sale.intent, 900)
        await stripe.report()
      })
      await Promise.all([sale.refund({ amount: 1500 }), sale.refund({ amount: 1400 }), sale.refund({ amount: 1300 }), stripe.report()])
      await stripe.report()
      for (let minute = 0; minute < 3; minute += 1) {
        stripe.server.clock.advance(MINUTE)
        await stripe.report()
      }
      const succeeded = (await sale.refunds()).filter(([, status]) => status === 'succeeded')
      const total = succeeded.reduce((sum, [amount]) => sum + amount, 0)
      expect(total).toBe(refundedAtStripe(stripe.fake, sale.intent))
      expect(total).toBeLessThanOrEqual(4200)
      expect(await sale.read()).toMatchObject({ refunded_amount: total, refundable_amount: 4200 - total })
    }
  })

  test('returns the tax with it, to the last cent, in parts here and at Stripe', async () => {
    await collectTaxes(merchant, { behavior: 'exclusive' })
    const sale = await aSale()
    const { net_amount: net, tax_amount: tax, total_amount: total } = await sale.read()
    expect([net, tax, paid()]).toEqual([4200, Number(total) - 4200, [total]])
    expect(Number(tax)).toBeGreaterThan(0)
    for (const amount of [333, 333, 1]) expect((await sale.refund({ amount })).json.status).toBe('succeeded')
    stripe.fake.refundAtStripe(sale.intent, 1001)
    await stripe.report()
    await sale.refund()
    expect(await sale.read()).toMatchObject({ status: 'refunded', refunded_amount: net, refunded_tax_amount: tax })
    expect(refundedAtStripe(stripe.fake, sale.intent)).toBe(total)
  })

  test('of a sale that is disputed is refused while the bank decides', async () => {
    const sale = await aSale()
    stripe.fake.dispute(sale.intent)
    // Also before the webhook.
    expect((await sale.refund()).status).toBe(409)
    await stripe.report()
    const before = stripe.requestsOf(REFUND)
    expect((await sale.refund({ amount: 1 })).status).toBe(409)
    expect(stripe.requestsOf(REFUND)).toBe(before)
  })

  test.each(['won', 'lost'] as const)('that meets a dispute which was opened meanwhile fails, also where that is %s', async (status) => {
    const sale = await aSale()
    stripe.fake.pause('GET /v1/payment_intents/:id', async () => stripe.fake.dispute(sale.intent))
    expect((await sale.refund({ amount: 1000 })).json.status).toBe('failed')
    await stripe.report()
    stripe.fake.decideDispute(sale.intent, status)
    for (let minute = 0; minute < 2; minute += 1) {
      stripe.server.clock.advance(MINUTE)
      await stripe.report()
    }
    expect(await sale.refunds()).toEqual([[1000, 'failed']])
    expect(await sale.read()).toMatchObject({ refunded_amount: 0, refundable_amount: status === 'won' ? 4200 : 0 })
  })

  test('revokes the benefits once, however often it is asked for', async () => {
    const sale = await aSale()
    const body = { amount: 100, revoke_benefits: true }
    const answers = await Promise.all([sale.refund(body), sale.refund(body), sale.refund(body)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(refundedAtStripe(stripe.fake, sale.intent)).toBe(300)
  })
})

describe('a subscription whose change is being charged', () => {
  async function aSubscription(card = CARD) {
    const plans = [await aPlan(merchant, 1000), await aPlan(merchant, 3000), await aPlan(merchant, 9000)] as const
    const checkout = await aCheckout(stripe.server, merchant, { products: [plans[0]] })
    const { json } = await checkout.confirm(stripe.fake.token(card))
    const secret = json.payment_processor_metadata?.intent_client_secret
    if (secret !== undefined) stripe.fake.answer(secret, true)
    await stripe.report()
    const [{ id }] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
    const path = `/v1/subscriptions/${id}`
    return {
      plans,
      update: (body: unknown, key?: string) =>
        merchant.request('PATCH', path, { body, headers: key === undefined ? {} : { 'idempotency-key': key } }),
      remove: () => merchant.request('DELETE', path),
      read: async () => (await merchant.request('GET', path)).json,
    }
  }
  type Held = Awaited<ReturnType<typeof aSubscription>>

  const upgrade = ({ plans }: Held, to: 1 | 2) => ({ product_id: plans[to], proration_behavior: 'invoice' })
  const changesOf = async () =>
    (await stripe.ordersOf(merchant)).filter((order: { billing_reason: string }) => order.billing_reason === 'subscription_update')

  test('takes no other change, and is charged once', async () => {
    const held = await aSubscription()
    let inBetween: number[] = []
    stripe.fake.pause(CONFIRM, async () => {
      const others = [held.update(upgrade(held, 2)), held.update(upgrade(held, 1)), held.update(upgrade(held, 2), 'other')]
      inBetween = (await Promise.all(others)).map(({ status }) => status)
      await stripe.report()
    })
    const changed = await held.update(upgrade(held, 1), 'change')
    await stripe.report()
    expect([changed.status, inBetween]).toEqual([200, [409, 409, 409]])
    expect(await held.read()).toMatchObject({ product_id: held.plans[1], amount: 3000, pending_change: null })
    expect(paid()).toEqual([1000, 2000])
    expect(await changesOf()).toMatchObject([{ status: 'paid', total_amount: 2000 }])
    expect((await held.update(upgrade(held, 1), 'change')).json).toEqual(changed.json)
  })

  test('keeps a cancellation that comes meanwhile', async () => {
    const held = await aSubscription()
    stripe.fake.pause(CONFIRM, () => held.update({ cancel_at_period_end: true }))
    expect((await held.update(upgrade(held, 1))).status).toBe(200)
    await stripe.report()
    expect(await held.read()).toMatchObject({ product_id: held.plans[1], cancel_at_period_end: true, status: 'active' })
    expect(paid()).toEqual([1000, 2000])
  })

  test.each(['revoke', 'delete'] as const)('returns the payment at Stripe where it was ended meanwhile (%s)', async (by) => {
    const held = await aSubscription()
    stripe.fake.pause(CONFIRM, () => (by === 'revoke' ? held.update({ revoke: true }) : held.remove()))
    await held.update(upgrade(held, 1))
    await stripe.report()
    expect(await held.read()).toMatchObject({ product_id: held.plans[0], status: 'canceled', pending_change: null })
    expect(await changesOf()).toEqual([])
    const [, change] = paidIntents(stripe.fake, merchant)
    expect([change?.amount, refundedAtStripe(stripe.fake, change?.id ?? '')]).toEqual([2000, 2000])
    expect((await held.update(upgrade(held, 1))).json.error).toBe('AlreadyCanceledSubscription')
  })

  test.each([
    ['approves it', true, 3000],
    ['rejects it', false, 1000],
  ] as const)('and whose customer %s later has that plan, once', async (_, isApproved, amount) => {
    const held = await aSubscription(ASKS_ALWAYS)
    const { json } = await held.update(upgrade(held, 1), 'change')
    const secret = json.pending_change.payment_processor_metadata.intent_client_secret
    stripe.fake.answer(secret, isApproved)
    const back = { body: { intent_client_secret: secret } }
    await Promise.all([
      stripe.server.request('POST', '/v1/stripe/returns', back),
      held.update(upgrade(held, 1), 'change'),
      stripe.report(),
      stripe.server.request('POST', '/v1/stripe/returns', back),
    ])
    await stripe.report()
    expect(await held.read()).toMatchObject({ amount, pending_change: null, status: 'active' })
    expect(paid()).toEqual(isApproved ? [1000, 2000] : [1000])
    // The intent of a change that was rejected can pay nothing any more.
    stripe.fake.answer(secret, true)
    await stripe.report()
    expect(paid()).toEqual(isApproved ? [1000, 2000] : [1000])
  })

  test('of changes, cancellations and an end at once leaves one consistent whole', async () => {
    const held = await aSubscription()
    const bodies = [upgrade(held, 1), upgrade(held, 2), { cancel_at_period_end: true }, upgrade(held, 2), { cancel_at_period_end: false }]
    const answers = await Promise.all([...bodies.map((body) => held.update(body)), stripe.report(), held.update({ revoke: true })])
    await stripe.report()
    // 400: the last body takes a cancellation back that was not made yet.
    const expected = (at: number) => [200, 403, 409, 410, ...(at === bodies.length - 1 ? [400] : [])]
    expect(answers.filter((answer, at) => answer && !expected(at).includes(answer.status))).toEqual([])
    expect(await held.read()).toMatchObject({ status: 'canceled', pending_change: null })
    const remaining = paidIntents(stripe.fake, merchant).map(({ id, amount }) => amount - refundedAtStripe(stripe.fake, id))
    const orders = await stripe.ordersOf(merchant)
    expect(remaining.reduce((sum, amount) => sum + amount, 0)).toBe(
      orders.reduce((sum: number, { total_amount: total }: { total_amount: number }) => sum + total, 0),
    )
  })

  test('gives credit for a downgrade and sends nothing to Stripe', async () => {
    const held = await aSubscription()
    await held.update(upgrade(held, 2))
    const before = stripe.fake.requests.length
    const downgrade = { product_id: held.plans[0], proration_behavior: 'invoice', apply: 'now' }
    const answers = await Promise.all([held.update(downgrade), held.update(downgrade)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(stripe.fake.requests).toHaveLength(before)
    expect(paid()).toEqual([1000, 8000])
    const { customer_id: customer } = await held.read()
    const { balances } = (await merchant.request('GET', `/v1/customers/${customer}/credits`)).json
    expect(balances).toMatchObject([{ amount: 8000, currency: 'usd' }])
  })
})

test('a product that costs nothing sends nothing to Stripe', async () => {
  const free = await aProduct(merchant, { prices: [{ amount_type: 'free' }] })
  const before = stripe.fake.requests.length
  const checkout = await aCheckout(stripe.server, merchant, { products: [free.id] })
  expect((await checkout.confirm(stripe.fake.token(CARD))).status).toBe(200)
  const [order] = await stripe.ordersOf(merchant)
  expect([(await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other' } })).status]).toEqual([403])
  expect(stripe.fake.requests).toHaveLength(before)
})
