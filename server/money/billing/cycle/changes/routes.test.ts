import { afterAll, describe, expect, test } from 'vitest'
import { eventsOf } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription, laterOrders, type SubscriptionOptions } from '#test/support/subscriptions/a-subscription.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)

const DAY = 86_400
/** Of a period that began then, 13 of its 28 days are left. */
const AGE = 15 * DAY
const declined = '4000000000000341'
const approvable = '4000002760003184'

type CaseOptions = Partial<Omit<SubscriptionOptions, 'productId'>> & { readonly amount?: number }

async function aCase({ amount = 1000, ...options }: CaseOptions = {}) {
  const merchant = await aMerchant(server)
  const [starter, team] = [await aPlan(merchant, amount), await aPlan(merchant, 3000)]
  return { merchant, starter, team, subscription: await aSubscription(server, merchant, { productId: starter, isPaid: true, ...options }) }
}

const ordersOf = async (merchant: TestMerchant) => laterOrders((await merchant.request('GET', '/v1/orders/?sorting=created_at')).json.items)
const creditOf = async (merchant: TestMerchant, customerId: string) =>
  (await merchant.request('GET', `/v1/customers/${customerId}/credits`)).json.balances
const creditCustomer = (merchant: TestMerchant, customerId: string, amount: number) =>
  merchant.request('POST', `/v1/customers/${customerId}/credits`, { body: { amount, currency: 'usd' } })
const setRules = (merchant: TestMerchant, rules: object) =>
  merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { subscription_settings: rules } })
const paymentsOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/payments/?sorting=created_at')).json.items

/** The names of the events that `run` emits. */
async function eventsDuring(merchant: TestMerchant, run: () => Promise<unknown>): Promise<string[]> {
  const before = await eventsOf(server, merchant.organizationId)
  await run()
  return (await eventsOf(server, merchant.organizationId)).slice(before.length).map(({ name }) => name)
}

describe('a change that is invoiced', () => {
  test('is paid before it takes effect, in the order of rule H10', async () => {
    const { merchant, team, subscription } = await aCase()
    const names = await eventsDuring(merchant, async () => {
      const { status, json } = await subscription.update({ product_id: team, proration_behavior: 'invoice' })
      expect([status, json.product_id, json.amount, json.prices[0].product_id]).toEqual([200, team, 3000, team])
    })
    expect(names).toEqual(['subscription.updated', 'order.created', 'order.updated', 'order.paid'])
    expect(await ordersOf(merchant)).toMatchObject([
      {
        billing_reason: 'subscription_update',
        status: 'paid',
        subscription_id: subscription.id,
        product_id: team,
        total_amount: 2000,
        items: [
          { label: 'Plan of 1000', amount: -1000, proration: true },
          { label: 'Plan of 3000', amount: 3000, proration: true },
        ],
      },
    ])
    expect(await paymentsOf(merchant)).toMatchObject([{ status: 'succeeded', amount: 2000 }])
  })

  test('leaves the plan as it is when the card is declined, with 402', async () => {
    const { merchant, starter, team, subscription } = await aCase({ card: declined })
    const names = await eventsDuring(merchant, async () => {
      const { status, json } = await subscription.update({ product_id: team, proration_behavior: 'invoice' })
      expect([status, json]).toEqual([402, { error: 'PaymentFailed', detail: 'Your card was declined.' }])
    })
    expect(names).toEqual([])
    expect(await subscription.read()).toMatchObject({ product_id: starter, amount: 1000, pending_change: null })
    expect(await ordersOf(merchant)).toEqual([])
    expect(await paymentsOf(merchant)).toMatchObject([{ status: 'failed', amount: 2000 }])
    // Nothing is left over that would be in the way of the next attempt.
    expect((await subscription.update({ product_id: team, proration_behavior: 'prorate' })).status).toBe(200)
  })

  test('is refused with 402 when the customer has no payment method', async () => {
    const { team, subscription } = await aCase({ card: null })
    const { status, json } = await subscription.update({ product_id: team, proration_behavior: 'invoice' })
    expect([status, json.error]).toEqual([402, 'PaymentFailed'])
  })

  test('that costs less is credit of the customer, which the next change takes', async () => {
    const { merchant, starter, team, subscription } = await aCase({ ageSeconds: AGE, amount: 5000 })
    expect((await subscription.update({ product_id: team, proration_behavior: 'invoice' })).status).toBe(200)
    const [{ amount: credit }] = await creditOf(merchant, subscription.customerId)
    expect(credit).toBe(928)
    expect(await ordersOf(merchant)).toEqual([])
    expect((await subscription.update({ product_id: starter, proration_behavior: 'invoice' })).json.product_id).toBe(starter)
    expect(await ordersOf(merchant)).toMatchObject([{ status: 'paid', total_amount: 928, applied_balance_amount: -928, due_amount: 0 }])
    expect([await creditOf(merchant, subscription.customerId), await paymentsOf(merchant)]).toEqual([[], []])
  })

  test('charges what credit leaves, and a decline leaves the credit', async () => {
    const { merchant, team, subscription } = await aCase()
    await creditCustomer(merchant, subscription.customerId, 500)
    await subscription.update({ product_id: team, proration_behavior: 'invoice' })
    expect(await paymentsOf(merchant)).toMatchObject([{ amount: 1500 }])
    expect(await ordersOf(merchant)).toMatchObject([{ total_amount: 2000, applied_balance_amount: -500 }])
    const other = await aCase({ card: declined })
    await creditCustomer(other.merchant, other.subscription.customerId, 500)
    await other.subscription.update({ product_id: other.team, proration_behavior: 'invoice' })
    expect(await creditOf(other.merchant, other.subscription.customerId)).toMatchObject([{ amount: 500 }])
  })

  test('that is too small to be charged is written off', async () => {
    const { merchant, subscription } = await aCase()
    const product_id = await aPlan(merchant, 1030)
    expect((await subscription.update({ product_id, proration_behavior: 'invoice' })).json.product_id).toBe(product_id)
    expect(await ordersOf(merchant)).toMatchObject([{ status: 'paid', total_amount: 30, written_off_amount: 30 }])
    expect(await paymentsOf(merchant)).toEqual([])
  })

  test('of the interval begins a period now, and bills the new plan in full less its discount', async () => {
    const merchant = await aMerchant(server)
    const [starter, yearly] = [await aPlan(merchant, 1000), await aPlan(merchant, 10_000, { recurring_interval: 'year' })]
    const { id: discountId } = await aDiscount(merchant, { duration: 'forever' })
    const subscription = await aSubscription(server, merchant, { productId: starter, discountId, ageSeconds: 14 * DAY, isPaid: true })
    const { json } = await subscription.update({ product_id: yearly, proration_behavior: 'prorate' })
    expect(json).toMatchObject({ product_id: yearly, recurring_interval: 'year', current_period_start: '2026-03-12T14:20:00.000Z' })
    expect(json.current_period_end).toBe('2027-03-12T14:20:00.000Z')
    expect(await ordersOf(merchant)).toMatchObject([
      {
        subtotal_amount: 9550,
        discount_amount: 1000,
        total_amount: 8550,
        discount_id: discountId,
        items: [{ amount: -450 }, { amount: 10_000 }],
      },
    ])
  })
})

describe('a change whose payment the customer has to approve', () => {
  async function aWaitingChange() {
    const made = await aCase({ card: approvable })
    const { status, json } = await made.subscription.update({ product_id: made.team, proration_behavior: 'invoice' })
    expect([status, json.product_id]).toEqual([200, made.starter])
    const { payment_processor_metadata: metadata } = json.pending_change
    expect(json.pending_change).toMatchObject({ product_id: made.team, amount: 2000 })
    expect(metadata).toMatchObject({ intent_status: 'requires_action', intent_client_secret: expect.any(String) })
    const resolve = async (approve: boolean) => {
      await server.request('POST', `/v1/sandbox/actions/${metadata.intent_client_secret}`, { body: { approve } })
      await server.drain()
    }
    return { ...made, resolve }
  }

  test('takes effect when it is approved', async () => {
    const { merchant, team, subscription, resolve } = await aWaitingChange()
    await resolve(true)
    expect(await subscription.read()).toMatchObject({ product_id: team, pending_change: null })
    expect(await ordersOf(merchant)).toMatchObject([{ status: 'paid', total_amount: 2000 }])
  })

  test('is dropped when it is not, or when an hour has passed', async () => {
    const { merchant, starter, subscription, resolve } = await aWaitingChange()
    await resolve(false)
    expect(await subscription.read()).toMatchObject({ product_id: starter, pending_change: null })
    expect(await ordersOf(merchant)).toEqual([])
    const late = await aWaitingChange()
    server.clock.advance(3600)
    await server.drain()
    expect(await late.subscription.read()).toMatchObject({ product_id: late.starter, pending_change: null })
  })

  test('holds every other change of the plan back with 409, but not a cancellation', async () => {
    const { merchant, team, subscription, resolve } = await aWaitingChange()
    const other = await aPlan(merchant, 4000)
    const { id: discount_id } = await aDiscount(merchant)
    for (const body of [{ product_id: other }, { product_id: team, apply: 'period_end' }, { discount_id }]) {
      const { status, json } = await subscription.update(body)
      expect([status, json.error]).toEqual([409, 'SubscriptionLocked'])
    }
    expect((await subscription.preview({ product_id: other })).json.error).toBe('SubscriptionLocked')
    expect((await subscription.update({ cancel_at_period_end: true })).status).toBe(200)
    await resolve(true)
    expect(await subscription.read()).toMatchObject({ product_id: team, cancel_at_period_end: true })
  })

  test('is returned when the subscription has ended before it is paid', async () => {
    const { merchant, starter, subscription, resolve } = await aWaitingChange()
    expect((await subscription.update({ revoke: true })).json.status).toBe('canceled')
    await resolve(true)
    expect(await subscription.read()).toMatchObject({ product_id: starter, status: 'canceled', pending_change: null })
    expect(await ordersOf(merchant)).toEqual([])
    expect(await paymentsOf(merchant)).toMatchObject([{ is_duplicate: true, amount: 2000 }])
  })

  test('is returned when the period that it was quoted for has passed', async () => {
    const { merchant, subscription, resolve } = await aWaitingChange()
    await server.platform.database.db
      .updateTable('subscriptions')
      .set({ current_period_start: new Date('2026-03-13T00:00:00.000Z') })
      .where('id', '=', subscription.id)
      .execute()
    await resolve(true)
    expect(await subscription.read()).toMatchObject({ pending_change: null, amount: 1000 })
    expect(await paymentsOf(merchant)).toMatchObject([{ is_duplicate: true }])
  })
})

test('a repeat with the same key gets the first answer, and charges once', async () => {
  const { merchant, team, subscription } = await aCase()
  const body = { product_id: team, proration_behavior: 'invoice' }
  const [first, second] = [await subscription.update(body, 'change-1'), await subscription.update(body, 'change-1')]
  expect([first.status, second.status, second.json]).toEqual([200, 200, first.json])
  expect(await paymentsOf(merchant)).toHaveLength(1)
  const refused = await aCase({ card: declined })
  const declines = [await refused.subscription.update(body, 'change-1'), await refused.subscription.update(body, 'change-1')]
  expect(declines.map(({ status }) => status)).toEqual([422, 422])
  const again = { ...body, product_id: refused.team }
  const twice = [await refused.subscription.update(again, 'change-2'), await refused.subscription.update(again, 'change-2')]
  expect(twice.map(({ status, json }) => [status, json.error])).toEqual([
    [402, 'PaymentFailed'],
    [402, 'PaymentFailed'],
  ])
  expect(await paymentsOf(refused.merchant)).toHaveLength(1)
})

test('prorated, a change takes effect at once, and its items wait for the next renewal', async () => {
  const { merchant, team, subscription } = await aCase()
  const names = await eventsDuring(merchant, () => subscription.update({ product_id: team, proration_behavior: 'prorate' }))
  expect(names).toEqual(['subscription.updated'])
  expect(await subscription.read()).toMatchObject({ product_id: team, amount: 3000 })
  expect([await ordersOf(merchant), await paymentsOf(merchant)]).toEqual([[], []])
  const { json } = await subscription.preview({})
  expect(json).toMatchObject({
    applies: 'never',
    next_renewal: { total_amount: 5000, items: [{ amount: 3000 }, { amount: -1000 }, { amount: 3000 }] },
  })
})

test('at most 100 items wait for a renewal; a change that is invoiced is still possible', async () => {
  const { starter, team, subscription } = await aCase({ amount: 0 })
  const statuses = []
  for (const _ of Array.from({ length: 50 })) {
    statuses.push((await subscription.update({ product_id: team, proration_behavior: 'prorate' })).status)
    statuses.push((await subscription.update({ product_id: starter, proration_behavior: 'prorate' })).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  const change = { product_id: team, proration_behavior: 'prorate' }
  for (const answer of [await subscription.update(change), await subscription.preview(change)])
    expect([answer.status, answer.json.detail[0].loc]).toEqual([422, ['body', 'product_id']])
  expect((await subscription.update({ ...change, proration_behavior: 'invoice' })).json.product_id).toBe(team)
})

test('a change at the end of the period is announced, and taken back by naming the present product', async () => {
  const { merchant, starter, team, subscription } = await aCase()
  const { json } = await subscription.update({ product_id: team, apply: 'period_end' })
  expect(json).toMatchObject({ product_id: starter, pending_update: { product_id: team, applies_at: json.current_period_end } })
  expect(await eventsDuring(merchant, () => subscription.update({ product_id: team, apply: 'period_end' }))).toEqual([])
  const names = await eventsDuring(merchant, async () => {
    expect((await subscription.update({ product_id: starter })).json.pending_update).toBeNull()
  })
  expect(names).toEqual(['subscription.updated'])
  expect(await eventsDuring(merchant, () => subscription.update({ product_id: starter }))).toEqual([])
})

test("the organization's rules decide when and how a change is billed", async () => {
  const { merchant, starter, team, subscription } = await aCase()
  await setRules(merchant, { proration_behavior: 'invoice', apply_downgrades: 'period_end' })
  expect((await subscription.update({ product_id: team })).json.product_id).toBe(team)
  expect(await ordersOf(merchant)).toHaveLength(1)
  expect((await subscription.update({ product_id: starter })).json).toMatchObject({
    product_id: team,
    pending_update: { product_id: starter },
  })
  expect((await subscription.update({ product_id: starter, apply: 'now' })).json).toMatchObject({
    product_id: starter,
    pending_update: null,
  })
  expect(await creditOf(merchant, subscription.customerId)).toMatchObject([{ amount: 2000 }])
})

test('in a trial the product switches at once, and nothing is billed', async () => {
  const { merchant, team, subscription } = await aCase({ trial: { interval: 'week', count: 2 } })
  const before = await subscription.read()
  const { json } = await subscription.update({ product_id: team, proration_behavior: 'invoice', apply: 'period_end' })
  expect(json).toMatchObject({ status: 'trialing', product_id: team, amount: 3000, trial_end: before.trial_end })
  expect([await ordersOf(merchant), await paymentsOf(merchant)]).toEqual([[], []])
})

test('a price that is edited later does not change what was chosen', async () => {
  const { merchant, team, subscription } = await aCase()
  await subscription.update({ product_id: team, proration_behavior: 'prorate' })
  const prices = [{ amount_type: 'fixed', price_amount: 9900, price_currency: 'usd' }]
  await merchant.request('PATCH', `/v1/products/${team}`, { body: { prices } })
  expect(await subscription.read()).toMatchObject({ amount: 3000, prices: [{ price_amount: 3000, is_archived: true }] })
})

describe('what is refused', () => {
  test('a product that cannot be subscribed to is 422 at product_id', async () => {
    const { merchant, subscription } = await aCase()
    const foreign = await aPlan(await aMerchant(server), 2000)
    const once = (await aProduct(merchant)).id
    const eur = [{ amount_type: 'fixed', price_amount: 2000, price_currency: 'eur' }]
    const custom = await aPlan(merchant, 1, { prices: [{ amount_type: 'custom', price_currency: 'usd' }] })
    const archived = await aPlan(merchant, 2000)
    await merchant.request('PATCH', `/v1/products/${archived}`, { body: { is_archived: true } })
    for (const product_id of [foreign, once, await aPlan(merchant, 1, { prices: eur }), custom, archived]) {
      for (const answer of [await subscription.update({ product_id }), await subscription.preview({ product_id })]) {
        expect([answer.status, answer.json.error, answer.json.detail[0].loc]).toEqual([
          422,
          'RequestValidationError',
          ['body', 'product_id'],
        ])
      }
    }
  })

  test('a subscription that ends or has ended keeps its product: 403', async () => {
    const { team, subscription } = await aCase()
    await subscription.update({ cancel_at_period_end: true })
    for (const status of ['canceled with its period', 'revoked']) {
      if (status === 'revoked') await subscription.update({ revoke: true })
      for (const answer of [await subscription.update({ product_id: team }), await subscription.preview({ product_id: team })]) {
        expect([answer.status, answer.json.error]).toEqual([403, 'AlreadyCanceledSubscription'])
      }
    }
    expect((await subscription.update({ discount_id: null })).status).toBe(403)
  })

  test('the subscription of another organization does not exist: 404', async () => {
    const { team, subscription } = await aCase()
    const stranger = await aMerchant(server)
    const path = `/v1/subscriptions/${subscription.id}`
    const answers = [
      await stranger.request('PATCH', path, { body: { product_id: team } }),
      await stranger.request('PATCH', path, { body: { discount_id: null } }),
      await stranger.request('PATCH', path, { body: { cancel_at_period_end: true } }),
      await stranger.request('PATCH', path, { body: { revoke: true } }),
      await stranger.request('DELETE', path),
      await stranger.request('POST', `${path}/preview`, { body: { product_id: team } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  })

  test.each([{}, { revoke: false }, { customer_cancellation_reason: 'unused' }, { product_id: 'team' }])(
    'the body %j is 422',
    async (body) => {
      const { subscription } = await aCase()
      expect((await subscription.update(body)).status).toBe(422)
    },
  )
})

describe('the discount of a running subscription', () => {
  test('counts from the next renewal, and takes a redemption once', async () => {
    const { merchant, subscription } = await aCase()
    const { id } = await aDiscount(merchant, { max_redemptions: 1 })
    const names = await eventsDuring(merchant, async () => {
      expect((await subscription.update({ discount_id: id })).json).toMatchObject({ discount_id: id, discount: { id } })
    })
    expect(names).toEqual(['subscription.updated'])
    const used = async () => (await merchant.request('GET', `/v1/discounts/${id}`)).json.redemptions_count
    expect(await eventsDuring(merchant, () => subscription.update({ discount_id: id }))).toEqual([])
    expect((await subscription.update({ discount_id: null })).json).toMatchObject({ discount_id: null, discount: null })
    expect((await subscription.update({ discount_id: id })).json.discount_id).toBe(id)
    expect(await used()).toBe(1)
    expect((await subscription.preview({})).json.next_renewal).toMatchObject({
      subtotal_amount: 1000,
      discount_amount: 100,
      total_amount: 900,
    })
  })

  test('is refused where it is unknown, for other products or used up: 422 at discount_id', async () => {
    const { merchant, starter, team, subscription } = await aCase()
    const { id: elsewhere } = await aDiscount(merchant, { products: [team] })
    const { id: used } = await aDiscount(merchant, { max_redemptions: 1 })
    await (await aSubscription(server, merchant, { productId: starter })).update({ discount_id: used })
    const { id: foreign } = await aDiscount(await aMerchant(server))
    for (const discount_id of [elsewhere, used, foreign]) {
      for (const { status, json } of [await subscription.update({ discount_id }), await subscription.preview({ discount_id })])
        expect([status, json.detail[0].loc]).toEqual([422, ['body', 'discount_id']])
    }
  })
})

test('the log of the organization says what was done, and tells a request from a change', async () => {
  const { merchant, starter, team, subscription } = await aCase({ card: declined })
  const { id: discount_id } = await aDiscount(merchant)
  const steps = [
    { product_id: team, proration_behavior: 'invoice' },
    { product_id: team, apply: 'period_end' },
    { product_id: starter },
    { product_id: team, proration_behavior: 'prorate' },
    { discount_id },
    { cancel_at_period_end: true, customer_cancellation_reason: 'unused' },
    { cancel_at_period_end: false },
    { revoke: true },
  ]
  for (const body of steps) await subscription.update(body)
  const list = `/api/auth/organization/list-audit-entries?organizationId=${merchant.organizationId}&action=subscription.`
  const { entries } = (await merchant.owner.request('GET', list)).json
  expect(entries.map(({ action }: { action: string }) => action).toReversed()).toEqual([
    'subscription.change_requested',
    'subscription.change_scheduled',
    'subscription.change_unscheduled',
    'subscription.product_changed',
    'subscription.discount_changed',
    'subscription.canceled',
    'subscription.uncanceled',
    'subscription.revoked',
  ])
  expect(entries.at(-1)).toMatchObject({
    target: { type: 'subscription', id: subscription.id },
    details: { fromProduct: 'Plan of 1000', product: 'Plan of 3000' },
  })
})

describe('the end of a subscription', () => {
  test('cancel and uncancel note what was said, and answer 403, 400 and 410 where they cannot', async () => {
    const { merchant, subscription } = await aCase()
    const cancel = { cancel_at_period_end: true, customer_cancellation_reason: 'too_expensive', customer_cancellation_comment: 'Too dear.' }
    const names = await eventsDuring(merchant, async () => {
      const { json } = await subscription.update(cancel)
      expect(json).toMatchObject({ ...cancel, status: 'active', ends_at: json.current_period_end })
    })
    expect(names).toEqual(['subscription.updated', 'subscription.canceled'])
    expect((await subscription.update(cancel)).status).toBe(403)
    expect((await subscription.update({ cancel_at_period_end: false })).json).toMatchObject({
      cancel_at_period_end: false,
      canceled_at: null,
      ends_at: null,
      customer_cancellation_reason: null,
      customer_cancellation_comment: null,
    })
    expect((await subscription.update({ cancel_at_period_end: false })).status).toBe(400)
    await subscription.update({ revoke: true })
    expect((await subscription.update({ cancel_at_period_end: false })).status).toBe(410)
  })

  test.each(['PATCH', 'DELETE'] as const)('%s ends it at once, and once', async (method) => {
    const { merchant, subscription } = await aCase()
    const end = () =>
      method === 'PATCH'
        ? subscription.update({ revoke: true, customer_cancellation_reason: 'other' })
        : merchant.request('DELETE', `/v1/subscriptions/${subscription.id}`)
    const names = await eventsDuring(merchant, async () => {
      const { status, json } = await end()
      expect(status).toBe(200)
      expect(json).toMatchObject({
        status: 'canceled',
        ended_at: json.ends_at,
        customer_cancellation_reason: method === 'PATCH' ? 'other' : null,
      })
    })
    expect(names).toEqual(['subscription.updated', 'subscription.canceled', 'subscription.revoked'])
    const again = await end()
    expect([again.status, again.json.error]).toEqual([403, 'AlreadyCanceledSubscription'])
    expect(await ordersOf(merchant)).toEqual([])
  })

  test('a cancellation drops a change at the end of the period', async () => {
    const { team, subscription } = await aCase()
    await subscription.update({ product_id: team, apply: 'period_end' })
    expect((await subscription.update({ cancel_at_period_end: true })).json.pending_update).toBeNull()
  })
})
