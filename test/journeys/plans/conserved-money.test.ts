// A change, a refund, a dispute and an end give back what was received, and never more: the cases that two rules each get right alone.
import { afterAll, describe, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { testServer } from '#test/support/server.ts'
import { type BoughtPlan, buyPlan, invoice, prorated } from '#test/support/subscriptions/a-bought-plan.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'

const DAY = 86_400
const year = { recurring_interval: 'year' }
const DISPUTED = 'sandbox_4000000000000259'
const server = await testServer({ database: await ownDatabase(), settings: { RATE_LIMIT_ENABLED: 'false' } })
afterAll(() => server.close())
checkBooksAfterEach(server)

const buy = (merchant: TestMerchant, productId: string, options: { readonly card?: string; readonly isDrained?: boolean } = {}) =>
  buyPlan(server, merchant, { productId, ...options })

/** Lets a time pass, with all that is due in it. */
async function pass(days: number): Promise<void> {
  server.clock.advance(days * DAY)
  await server.drain()
}

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
    const [basic, pro, yearly] = [await aPlan(merchant, 1000), await aPlan(merchant, 31_000), await aPlan(merchant, 5000, year)]
    const bought = await buy(merchant, basic)
    await bought.change(prorated(pro))
    const preview = (await bought.preview(invoice(yearly))).json
    expect([preview.charged_amount, preview.customer_credit_amount]).toEqual([4000, 0])
    expect((await bought.change(invoice(yearly))).status).toBe(200)
    expect([await bought.charged(), await bought.credit()]).toEqual([[1000, 4000], 0])
  })

  test('rounds of plans in the portal charge what is due and give no credit that was not paid', async () => {
    const merchant = await aMerchant(server)
    const [basic, pro, yearly] = [await aPlan(merchant, 1000), await aPlan(merchant, 50_000), await aPlan(merchant, 10_000, year)]
    const bought = await buy(merchant, basic)
    expect(await chooseInPortal(bought, [pro, yearly, basic, pro, yearly, basic])).toEqual([200, 200, 200, 200, 200, 200])
    // The first year is paid by what waits for the dearer plan and by the card, the second by the credit of the first.
    expect([await bought.charged(), await bought.credit()]).toEqual([[1000, 9000], 9000])
    expect(await endOf(bought)).toEqual({ charged: [1000, 9000], credit: 9000 })
  })

  test.each([
    ['with a card', true, [200, 200], [3000]],
    ['without a card', false, [402, 402], []],
  ] as const)('a free plan, a paid one and a year, chosen in the portal %s, give no credit', async (_, hasCard, statuses, charged) => {
    const merchant = await aMerchant(server)
    const [free, pro, yearly] = [await aPlan(merchant, 0), await aPlan(merchant, 10_000), await aPlan(merchant, 3000, year)]
    const bought = await buy(merchant, free)
    const { organizationId } = merchant
    if (hasCard) await aPaymentMethod(server, { organizationId, customerId: bought.customerId })
    expect(await chooseInPortal(bought, [pro, yearly])).toEqual(statuses)
    expect([await bought.charged(), await bought.credit()]).toEqual([charged, 0])
    expect(await endOf(bought)).toEqual({ charged, credit: 0 })
  })

  test.each([
    [50_000, 49_000],
    [500_000, 499_000],
  ])('a year of %d after a month that was not paid yet charges %d, chosen in the portal', async (price, due) => {
    const merchant = await aMerchant(server)
    const [basic, pro, yearly] = [await aPlan(merchant, 1000), await aPlan(merchant, 50_000), await aPlan(merchant, price, year)]
    const bought = await buy(merchant, basic)
    expect(await chooseInPortal(bought, [pro, yearly])).toEqual([200, 200])
    expect([await bought.charged(), await bought.credit()]).toEqual([[1000, due], 0])
    expect(await endOf(bought)).toEqual({ charged: [1000, due], credit: 0 })
  })

  /** Changes the plan in the portal, by the settings of the merchant. Returns the statuses of the answers. */
  async function chooseInPortal({ merchant, id, customerId }: BoughtPlan, plans: readonly string[]): Promise<number[]> {
    const customer = await aPortal(server, merchant, customerId)
    const statuses: number[] = []
    for (const product_id of plans)
      statuses.push((await customer.request('PATCH', `/subscriptions/${id}`, { body: { product_id } })).status)
    return statuses
  }

  /** The charges and the customer's credit when the subscription has been ended with its period. */
  async function endOf({ merchant, id, change, charged, credit }: BoughtPlan) {
    expect((await change({ cancel_at_period_end: true })).status).toBe(200)
    await pass(367)
    expect((await merchant.request('GET', `/v1/subscriptions/${id}`)).json.status).toBe('canceled')
    return { charged: await charged(), credit: await credit() }
  }
})

describe('an end settles what waits', () => {
  const SHORT = 'sandbox_4000000000100059'
  const ways = {
    'the end of its period': async ({ change }: BoughtPlan) => expect((await change({ cancel_at_period_end: true })).status).toBe(200),
    'a revocation': async ({ change }: BoughtPlan) => expect((await change({ revoke: true })).status).toBe(200),
    'a renewal that is never paid': async () => undefined,
    'the deletion of its customer': async ({ merchant, customerId }: BoughtPlan) =>
      expect((await merchant.request('DELETE', `/v1/customers/${customerId}`)).status).toBe(204),
  }

  test.each([
    ['the end of its period', { charged: [1000, 30_000], credit: 0, unpaid: [], waived: [] }],
    ['a revocation', { charged: [1000, 30_000], credit: 0, unpaid: [], waived: [] }],
    ['a renewal that is never paid', { charged: [1000], credit: 0, unpaid: [61_000], waived: [] }],
    ['the deletion of its customer', { charged: [1000], credit: 0, unpaid: [], waived: [-1000, 31_000] }],
  ] as const)('of a dearer plan that waits to be paid, by %s', async (way, left) => {
    expect(await leftAfter(way, [1000, 31_000])).toEqual(left)
  })

  test.each([
    ['the end of its period', { charged: [3000], credit: 1000, unpaid: [], waived: [-3000, 2000] }],
    ['a revocation', { charged: [3000], credit: 1000, unpaid: [], waived: [-3000, 2000] }],
    ['a renewal that is never paid', { charged: [3000], credit: 1000, unpaid: [1000], waived: [] }],
    ['the deletion of its customer', { charged: [3000], credit: 0, unpaid: [], waived: [-3000, 2000] }],
  ] as const)('of a cheaper plan that waits to be credited, by %s', async (way, left) => {
    expect(await leftAfter(way, [3000, 2000])).toEqual(left)
  })

  /** Buys a plan, changes to another with the next renewal, and ends it; nothing waits then, and nothing is billed any more. */
  async function leftAfter(way: keyof typeof ways, [first, second]: readonly [number, number]) {
    const merchant = await aMerchant(server)
    const plan = await aPlan(merchant, first)
    const bought = await buy(merchant, plan, way === 'a renewal that is never paid' ? { card: SHORT } : {})
    expect((await bought.change(prorated(await aPlan(merchant, second)))).status).toBe(200)
    await ways[way](bought)
    await server.drain()
    for (const days of [32, 3, 5, 7, 7, 30]) await pass(days)
    const { db } = server.platform.database
    const items = await db
      .selectFrom('subscription_items')
      .select(['amount', 'order_id', 'closed_at'])
      .where('subscription_id', '=', bought.id)
      .orderBy('amount')
      .execute()
    expect(items.filter((item) => item.order_id === null && item.closed_at === null)).toEqual([])
    const orders: readonly { id: string; paid: boolean; total_amount: number }[] = (
      await merchant.request('GET', `/v1/orders/?customer_id=${bought.customerId}&limit=100`)
    ).json.items
    const unpaid = orders.filter(({ paid }) => !paid)
    // The merchant gives up what is still collected: what it would have given back becomes credit.
    for (const { id } of unpaid) expect((await merchant.request('POST', `/v1/orders/${id}/void`)).status).toBe(200)
    return {
      charged: await bought.charged(),
      credit: way === 'the deletion of its customer' ? await creditOfDeleted(bought) : await bought.credit(),
      unpaid: orders.filter(({ paid }: { paid: boolean }) => !paid).map(({ total_amount: total }: { total_amount: number }) => total),
      waived: items.filter((item) => item.closed_at !== null).map(({ amount }) => amount),
    }
  }

  async function creditOfDeleted({ customerId }: BoughtPlan): Promise<number> {
    const { db } = server.platform.database
    const credits = await db.selectFrom('customer_credits').select('amount').where('customer_id', '=', customerId).execute()
    return credits.reduce((all, { amount }) => all + amount, 0)
  }
})

describe('what was refunded is not given back a second time', () => {
  test('a refunded period gives no credit, whichever way it is left', async () => {
    for (const behavior of [invoice, prorated]) {
      const merchant = await aMerchant(server)
      const bought = await buy(merchant, await aPlan(merchant, 10_000))
      expect((await bought.refund()).status).toBe(200)
      await bought.change(behavior(await aPlan(merchant, 0)))
      await pass(32)
      expect(await bought.credit()).toBe(0)
    }
  })

  test('an upgrade after a refund is paid in full', async () => {
    const merchant = await aMerchant(server)
    const bought = await buy(merchant, await aPlan(merchant, 100_000, year))
    await bought.refund()
    await bought.change(invoice(await aPlan(merchant, 200_000, year)))
    expect(await bought.charged()).toEqual([100_000, 200_000])
  })

  test('a year that was refunded whole gives no credit for a month, changed by the customer or the merchant', async () => {
    for (const isOwn of [true, false]) {
      const merchant = await aMerchant(server)
      const bought = await buy(merchant, await aPlan(merchant, 100_000, year))
      expect((await bought.refund()).status).toBe(200)
      const monthly = await aPlan(merchant, 1000)
      const path = `/subscriptions/${bought.id}`
      const changed = isOwn
        ? await (await aPortal(server, merchant, bought.customerId)).request('PATCH', path, { body: { product_id: monthly } })
        : await bought.change(invoice(monthly))
      expect(changed.status).toBe(200)
      expect([await bought.credit(), await bought.charged()]).toEqual([0, [100_000, 1000]])
    }
  })

  test('a cheaper plan after a refund has nothing to be credited with at the renewal', async () => {
    const merchant = await aMerchant(server)
    const bought = await buy(merchant, await aPlan(merchant, 100_000))
    await bought.change(prorated(await aPlan(merchant, 1000)))
    await bought.refund()
    await pass(32)
    expect(await bought.credit()).toBe(0)
    expect((await bought.totals()).at(-1)).toBe(1000)
  })

  test('a year of which the unused part was refunded gives no credit, and the next plan all of it', async () => {
    const merchant = await aMerchant(server)
    const bought = await buy(merchant, await aPlan(merchant, 36_500, year))
    await pass(165)
    await bought.refund({ amount: 20_000 })
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
    const bought = await buy(merchant, await aPlan(merchant, 100_000, year))
    await bought.change(invoice(await aPlan(merchant, 1000)))
    expect(await bought.credit()).toBe(99_000)
    const [order] = await bought.orders()
    expect(order).toMatchObject({ credited_amount: 99_000, refundable_amount: 1000 })
    const refused = await bought.refund({ amount: 100_000 })
    expect([refused.status, refused.json.refundable_amount]).toEqual([400, 1000])
    expect((await bought.refund()).json).toMatchObject({ amount: 1000 })
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
    const bought = await buy(merchant, await aPlan(merchant, 100_000, year), { card: DISPUTED })
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
    // The bank opens the dispute after the change.
    const bought = await buy(merchant, await aPlan(merchant, 100_000, year), { card: DISPUTED, isDrained: false })
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
  async function halfway({ merchant, id }: BoughtPlan): Promise<void> {
    const { current_period_start: start, current_period_end: end } = (await merchant.request('GET', `/v1/subscriptions/${id}`)).json
    await pass((Date.parse(end) - Date.parse(start)) / 2 / DAY / 1000)
  }
})
