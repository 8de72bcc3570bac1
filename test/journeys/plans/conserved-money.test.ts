// Databases: both.
// A change, a refund, a dispute and an end give back what was received, and never more: the cases that two rules each get right alone.
import { afterAll, describe, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'

const DAY = 86_400
const DISPUTED = 'sandbox_4000000000000259'
const server = await testServer({ database: await ownDatabase(), settings: { RATE_LIMIT_ENABLED: 'false' } })
afterAll(() => server.close())
checkBooksAfterEach(server)

interface Bought {
  readonly merchant: TestMerchant
  readonly id: string
  readonly customerId: string
  readonly change: (body: object) => ReturnType<TestMerchant['request']>
  readonly preview: (body: object) => ReturnType<TestMerchant['request']>
  /** The totals of its orders that cost something, the oldest first. */
  readonly totals: () => Promise<number[]>
  readonly orders: () => Promise<readonly OrderFigures[]>
  readonly credit: () => Promise<number>
  readonly charged: () => Promise<number[]>
  readonly refund: (orderId: string, amount?: number) => ReturnType<TestMerchant['request']>
}

interface OrderFigures {
  readonly id: string
  readonly total_amount: number
  readonly tax_amount: number
  readonly refundable_amount: number
  readonly credited_amount: number
  readonly items: readonly { readonly amount: number; readonly start_timestamp: string | null; readonly end_timestamp: string | null }[]
}

/** Buys a plan by a checkout; a free one without a card. */
async function buy(
  merchant: TestMerchant,
  productId: string,
  card = 'sandbox_4242424242424242',
  { isDrained = true }: { readonly isDrained?: boolean } = {},
): Promise<Bought> {
  const checkout = await aCheckout(server, merchant, { products: [productId] })
  const confirmed = await checkout.confirm(card, { body: { customer_billing_address: { country: 'DE' } } })
  expect(confirmed.status).toBe(200)
  if (isDrained) await server.drain()
  const [subscription] = (await merchant.request('GET', '/v1/subscriptions/?sorting=-created_at&limit=1')).json.items
  const { id, customer_id: customerId } = subscription
  const orders = async () =>
    (await merchant.request('GET', `/v1/orders/?customer_id=${customerId}&sorting=created_at&limit=100`)).json.items
  return {
    merchant,
    id,
    customerId,
    change: (body) => merchant.request('PATCH', `/v1/subscriptions/${id}`, { body }),
    preview: (body) => merchant.request('POST', `/v1/subscriptions/${id}/preview`, { body }),
    orders,
    totals: async () => (await orders()).map(({ total_amount: total }: OrderFigures) => total).filter((total: number) => total > 0),
    credit: async () => (await merchant.request('GET', `/v1/customers/${customerId}/credits`)).json.balances[0]?.amount ?? 0,
    charged: async () =>
      (await merchant.request('GET', '/v1/payments/?sorting=created_at&limit=100')).json.items
        .filter(({ status }: { status: string }) => status === 'succeeded')
        .map(({ amount }: { amount: number }) => amount),
    refund: (orderId, amount) =>
      merchant.request('POST', '/v1/refunds/', { body: { order_id: orderId, reason: 'customer_request', ...(amount && { amount }) } }),
  }
}

/** Lets a time pass, with all that is due in it. */
async function pass(days: number): Promise<void> {
  server.clock.advance(days * DAY)
  await server.drain()
}

const invoice = (product_id: string) => ({ product_id, proration_behavior: 'invoice' })
const prorated = (product_id: string) => ({ product_id, proration_behavior: 'prorate' })

describe('a change that settles now takes what waits', () => {
  test('a free plan, a paid one prorated and the free one again give no credit', async () => {
    const merchant = await aMerchant(server)
    const [free, pro] = [await aPlan(merchant, 0), await aPlan(merchant, 10_000)]
    const bought = await buy(merchant, free)
    const { status, json } = await bought.change(prorated(pro))
    expect([status, json.error]).toEqual([402, 'PaymentFailed'])
    expect(await bought.credit()).toBe(0)
  })

  test('what waits is taken back by a change that undoes it, without an order', async () => {
    const merchant = await aMerchant(server)
    const [basic, pro, free] = [await aPlan(merchant, 1000), await aPlan(merchant, 10_000), await aPlan(merchant, 0)]
    const bought = await buy(merchant, basic)
    expect((await bought.change(prorated(pro))).status).toBe(200)
    expect((await bought.change(invoice(free))).status).toBe(200)
    expect([await bought.credit(), await bought.charged()]).toEqual([1000, [1000]])
    expect((await bought.preview({})).json.next_renewal).toMatchObject({ total_amount: 0 })
  })

  test('1000 paid, 31000 prorated and a year of 5000 charge 1000 and 4000, without credit', async () => {
    const merchant = await aMerchant(server)
    const year = { recurring_interval: 'year' }
    const [basic, pro, yearly] = [await aPlan(merchant, 1000), await aPlan(merchant, 31_000), await aPlan(merchant, 5000, year)]
    const bought = await buy(merchant, basic)
    await bought.change(prorated(pro))
    const preview = (await bought.preview(invoice(yearly))).json
    expect([preview.charged_amount, preview.customer_credit_amount]).toEqual([4000, 0])
    expect((await bought.change(invoice(yearly))).status).toBe(200)
    expect([await bought.charged(), await bought.credit()]).toEqual([[1000, 4000], 0])
  })

  test('rounds of plans in the portal give no credit that was not paid', async () => {
    const merchant = await aMerchant(server)
    const year = { recurring_interval: 'year' }
    const [basic, pro, yearly] = [await aPlan(merchant, 1000), await aPlan(merchant, 50_000), await aPlan(merchant, 10_000, year)]
    const bought = await buy(merchant, basic)
    const customer = await aPortal(server, merchant, bought.customerId)
    const path = `/subscriptions/${bought.id}`
    for (const product_id of [pro, yearly, basic, pro, yearly, basic])
      expect((await customer.request('PATCH', path, { body: { product_id } })).status).toBe(200)
    const paid = (await bought.charged()).reduce((all, amount) => all + amount, 0)
    expect((await bought.credit()) + 1000).toBeLessThanOrEqual(paid)
  })
})

describe('an end settles what waits', () => {
  test.each(['cancel', 'revoke'] as const)('a prorated upgrade is billed when the subscription ends by %s', async (way) => {
    const merchant = await aMerchant(server)
    const bought = await buy(merchant, await aPlan(merchant, 1000))
    await bought.change(prorated(await aPlan(merchant, 31_000)))
    await bought.change(way === 'cancel' ? { cancel_at_period_end: true } : { revoke: true })
    await server.drain()
    await pass(32)
    expect((await bought.totals()).reduce((all, total) => all + total, 0)).toBe(31_000)
    expect(await bought.charged()).toEqual([1000, 30_000])
  })

  test('a prorated downgrade is credited when the subscription ends, and once', async () => {
    const merchant = await aMerchant(server)
    const bought = await buy(merchant, await aPlan(merchant, 3000))
    await bought.change(prorated(await aPlan(merchant, 1000)))
    await bought.change({ revoke: true })
    expect([await bought.credit(), await bought.charged()]).toEqual([2000, [3000]])
    await pass(40)
    expect([await bought.credit(), await bought.totals()]).toEqual([2000, [3000]])
  })

  test('a deleted customer is not billed, and nothing waits any more', async () => {
    const merchant = await aMerchant(server)
    const bought = await buy(merchant, await aPlan(merchant, 1000))
    await bought.change(prorated(await aPlan(merchant, 31_000)))
    await merchant.request('DELETE', `/v1/customers/${bought.customerId}`)
    await server.drain()
    expect(await bought.charged()).toEqual([1000])
  })
})

describe('what was refunded is not given back a second time', () => {
  test('a refunded period gives no credit, whichever way it is left', async () => {
    for (const behavior of [invoice, prorated]) {
      const merchant = await aMerchant(server)
      const bought = await buy(merchant, await aPlan(merchant, 10_000))
      const [order] = await bought.orders()
      expect((await bought.refund(order?.id ?? '')).status).toBe(200)
      await server.drain()
      await bought.change(behavior(await aPlan(merchant, 0)))
      await pass(32)
      expect(await bought.credit()).toBe(0)
    }
  })

  test('an upgrade after a refund is paid in full', async () => {
    const merchant = await aMerchant(server)
    const year = { recurring_interval: 'year' }
    const bought = await buy(merchant, await aPlan(merchant, 100_000, year))
    const [order] = await bought.orders()
    await bought.refund(order?.id ?? '')
    await server.drain()
    await bought.change(invoice(await aPlan(merchant, 200_000, year)))
    expect(await bought.charged()).toEqual([100_000, 200_000])
  })

  test('a cheaper plan after a refund has nothing to be credited with at the renewal', async () => {
    const merchant = await aMerchant(server)
    const bought = await buy(merchant, await aPlan(merchant, 100_000))
    await bought.change(prorated(await aPlan(merchant, 1000)))
    const [order] = await bought.orders()
    await bought.refund(order?.id ?? '')
    await pass(32)
    expect(await bought.credit()).toBe(0)
    expect((await bought.totals()).at(-1)).toBe(1000)
  })

  test('a year of which the unused part was refunded gives no credit, and the next plan all of it', async () => {
    const merchant = await aMerchant(server)
    const year = { recurring_interval: 'year' }
    const bought = await buy(merchant, await aPlan(merchant, 36_500, year))
    await pass(165)
    const [order] = await bought.orders()
    await bought.refund(order?.id ?? '', 20_000)
    await server.drain()
    const dearer = await aPlan(merchant, 73_000, year)
    await bought.change(invoice(dearer))
    expect((await bought.charged()).at(-1)).toBe(40_000)
    expect(await bought.credit()).toBe(0)
    // The refund has counted: what was paid since then is given back whole.
    await bought.change(invoice(await aPlan(merchant, 0, year)))
    expect(await bought.credit()).toBe(40_000)
  })

  test('a refund counts what was credited of its order', async () => {
    const merchant = await aMerchant(server)
    const bought = await buy(merchant, await aPlan(merchant, 100_000, { recurring_interval: 'year' }))
    await bought.change(invoice(await aPlan(merchant, 1000)))
    expect(await bought.credit()).toBe(99_000)
    const [order] = await bought.orders()
    expect(order).toMatchObject({ credited_amount: 99_000, refundable_amount: 1000 })
    const refused = await bought.refund(order?.id ?? '', 100_000)
    expect([refused.status, refused.json.refundable_amount]).toEqual([400, 1000])
    expect((await bought.refund(order?.id ?? '')).json).toMatchObject({ amount: 1000 })
  })

  test('the credit notes of an invoice are never more than the invoice', async () => {
    const merchant = await aMerchant(server)
    const bought = await buy(merchant, await aPlan(merchant, 1000))
    const pro = await aPlan(merchant, 3000)
    for (const body of [prorated(pro), invoice(await aPlan(merchant, 0)), prorated(pro), invoice(await aPlan(merchant, 500))])
      await bought.change(body)
    for (const order of await bought.orders())
      expect(order.credited_amount + order.refundable_amount).toBeLessThanOrEqual(order.total_amount)
  })
})

describe('a disputed payment', () => {
  async function disputed() {
    const merchant = await aMerchant(server)
    const year = { recurring_interval: 'year' }
    const bought = await buy(merchant, await aPlan(merchant, 100_000, year), DISPUTED)
    const [dispute] = (await merchant.request('GET', '/v1/disputes/')).json.items
    return { merchant, bought, dispute, monthly: await aPlan(merchant, 1000) }
  }

  test('holds changes in the portal back with 409 and a sentence', async () => {
    const { merchant, bought, monthly } = await disputed()
    const customer = await aPortal(server, merchant, bought.customerId)
    const path = `/subscriptions/${bought.id}`
    for (const answer of [
      await customer.request('PATCH', path, { body: { product_id: monthly } }),
      await customer.request('POST', `${path}/preview`, { body: { product_id: monthly } }),
    ])
      expect([answer.status, answer.json]).toEqual([409, { error: 'SubscriptionDisputed', detail: expect.stringContaining('disputed') }])
    expect((await customer.request('PATCH', path, { body: { cancel_at_period_end: true } })).status).toBe(200)
  })

  test('gives no credit when the merchant changes the plan meanwhile', async () => {
    const { bought, monthly } = await disputed()
    expect((await bought.change(invoice(monthly))).status).toBe(200)
    expect(await bought.credit()).toBe(0)
  })

  test('takes back credit of its order when it is lost', async () => {
    const merchant = await aMerchant(server)
    const year = { recurring_interval: 'year' }
    // The bank opens the dispute after the change.
    const bought = await buy(merchant, await aPlan(merchant, 100_000, year), DISPUTED, { isDrained: false })
    await bought.change(invoice(await aPlan(merchant, 1000)))
    expect(await bought.credit()).toBe(99_000)
    await server.drain()
    const [dispute] = (await merchant.request('GET', '/v1/disputes/')).json.items
    await merchant.request('POST', `/v1/disputes/${dispute.id}/accept`)
    await server.drain()
    expect(await bought.credit()).toBe(0)
    const { items } = (await merchant.request('GET', `/v1/customers/${bought.customerId}/credits`)).json
    expect(items[0]).toMatchObject({ kind: 'downgrade_reversal', amount: -99_000 })
  })
})

describe('each line of a change is taxed by its own product', () => {
  async function plans() {
    const merchant = await aMerchant(server)
    await collectTaxes(merchant, { behavior: 'exclusive' })
    const exempt = await aPlan(merchant, 1000, { tax_code: 'exempt' })
    return { merchant, exempt, taxed: await aPlan(merchant, 3000) }
  }

  test('from an exempt product to a taxed one the tax is that of the taxed line', async () => {
    const { merchant, exempt, taxed } = await plans()
    const bought = await buy(merchant, exempt)
    await halfway(bought)
    await bought.change(invoice(taxed))
    expect((await bought.orders()).at(-1)).toMatchObject({ tax_amount: 285, items: [{ amount: -500 }, { amount: 1500 }] })
  })

  test('from a taxed product to an exempt one the tax of what is left goes back', async () => {
    const { merchant, exempt, taxed } = await plans()
    const bought = await buy(merchant, taxed)
    await halfway(bought)
    await bought.change(invoice(exempt))
    expect(await bought.credit()).toBe(1285)
  })

  test('taxed time that a dearer exempt plan cannot take becomes credit at the renewal, with its tax', async () => {
    const { merchant } = await plans()
    const [basic, exempt] = [await aPlan(merchant, 1000), await aPlan(merchant, 1999, { tax_code: 'exempt' })]
    const bought = await buy(merchant, basic)
    await halfway(bought)
    await bought.change(prorated(exempt))
    await pass(20)
    expect((await bought.totals()).at(-1)).toBe(1999 + 1000)
    expect(await bought.credit()).toBe(595)
  })

  /** Lets half of the present period pass. */
  async function halfway({ merchant, id }: Bought): Promise<void> {
    const { current_period_start: start, current_period_end: end } = (await merchant.request('GET', `/v1/subscriptions/${id}`)).json
    await pass((Date.parse(end) - Date.parse(start)) / 2 / DAY / 1000)
  }
})

test('the lines of a change are for the time that they bill', async () => {
  const merchant = await aMerchant(server)
  const bought = await buy(merchant, await aPlan(merchant, 3100))
  await pass(10)
  await bought.change(prorated(await aPlan(merchant, 1000)))
  const { current_period_end: end } = (await merchant.request('GET', `/v1/subscriptions/${bought.id}`)).json
  const changedAt = server.clock.now().toISOString()
  await pass(25)
  const renewal = (await bought.orders()).at(-1)
  const lines = renewal?.items.filter(({ start_timestamp: start }) => start !== end) ?? []
  expect(lines.map((line) => [line.start_timestamp?.slice(0, 10), line.end_timestamp])).toEqual([
    [changedAt.slice(0, 10), end],
    [changedAt.slice(0, 10), end],
  ])
})
