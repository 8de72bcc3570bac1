// Databases: both.
// The usage of customers, from the event to the order that bills it.
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { creditMeter, faultSentence, verifyUsage } from '#money/usage/counts/index.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription, type SubscriptionOptions, type TestSubscription } from '#test/support/subscriptions/a-subscription.ts'

const DAY = 86_400
const declined = '4000000000000341'
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)
const { database } = server.platform

afterEach(async () => {
  expect((await verifyUsage(database)).faults.listed.map(faultSentence)).toEqual([])
})

async function aMeter(merchant: TestMerchant, name = 'Tokens', aggregation: object = { func: 'sum', property: 'units' }): Promise<string> {
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'tokens' }] }
  const meter = await merchant.request('POST', '/v1/meters/', { body: { name, filter, aggregation } })
  await server.drain()
  return meter.json.id
}

const perUnit = (meter_id: string, unit_amount: string, cap_amount: number | null = null) => ({
  amount_type: 'metered_unit',
  price_currency: 'usd',
  meter_id,
  unit_amount,
  cap_amount,
})

/** A plan of 1000 a month with so much for each unit of a meter. */
function aMeteredPlan(merchant: TestMerchant, meterId: string, unitAmount: string, cap: number | null = null): Promise<string> {
  const price = { amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }
  return aPlan(merchant, 1000, { name: 'Metered', prices: [price, perUnit(meterId, unitAmount, cap)] })
}

interface CaseOptions extends Partial<Omit<SubscriptionOptions, 'productId'>> {
  readonly unitAmount?: string
  readonly cap?: number | null
}

async function aCase({ unitAmount = '2.5', cap = null, ...options }: CaseOptions = {}) {
  const merchant = await aMerchant(server)
  const meterId = await aMeter(merchant)
  const productId = await aMeteredPlan(merchant, meterId, unitAmount, cap)
  const subscription = await aSubscription(server, merchant, { productId, ...options })
  return { merchant, meterId, productId, subscription, use: usageOf(merchant, subscription.customerId) }
}

/** Reports usage of a customer, now or so many seconds ago. */
function usageOf(merchant: TestMerchant, customer_id: string) {
  return async (units: number, secondsAgo = 0) => {
    const timestamp = new Date(server.clock.now().getTime() - secondsAgo * 1000).toISOString()
    const body = { events: [{ name: 'tokens', customer_id, timestamp, metadata: { units } }] }
    const answer = await merchant.request('POST', '/v1/events/ingest', { body })
    expect(answer.status).toBe(200)
  }
}

const ordersOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/orders/?sorting=created_at')).json.items
const linesOf = ({ items }: { items: { label: string; amount: number }[] }) => items.map(({ label, amount }) => [label, amount])
const meterOf = async (subscription: TestSubscription) => (await subscription.read()).meters[0]
const eventsOf = async (merchant: TestMerchant, name: string) =>
  (await merchant.request('GET', `/v1/events/?name=${name}&sorting=timestamp`)).json.items

async function pass(seconds: number): Promise<void> {
  server.clock.advance(seconds)
  await server.drain()
}

test('a renewal bills what was used in the period that has ended, from the events and not from the counters', async () => {
  const { merchant, meterId, subscription, use } = await aCase()
  await use(100)
  await pass(20 * DAY)
  await use(1.2)
  expect(await meterOf(subscription)).toMatchObject({ consumed_units: 101.2, credited_units: 0, amount: 253, meter_id: meterId })
  expect((await subscription.preview({})).json.next_renewal).toMatchObject({ total_amount: 1253 })
  await sql`update customer_meters set consumed = 9999, total = 9999 where meter_id = ${meterId}`.execute(database.db)
  await pass(12 * DAY)
  const [renewal] = await ordersOf(merchant)
  expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid', total_amount: 1253 })
  expect(linesOf(renewal)).toEqual([
    ['Metered', 1000],
    ['Tokens × 101.2', 253],
  ])
  const { current_period_start: start, meters } = await subscription.read()
  expect(meters[0]).toMatchObject({ consumed_units: 0, amount: 0 })
  expect(await eventsOf(merchant, 'meter.reset')).toMatchObject([{ metadata: { meter_id: meterId } }, { timestamp: start }])
  await pass(31 * DAY)
  expect((await ordersOf(merchant)).map(({ total_amount }: { total_amount: number }) => total_amount)).toEqual([1253, 1000])
})

test('what is reported late is billed with the open period, unless it is too old or of before the subscription', async () => {
  const { merchant, subscription, use } = await aCase({ unitAmount: '1' })
  await use(5, 60)
  await pass(32 * DAY)
  await use(10, 10 * DAY)
  await use(1000, 40 * DAY)
  expect(await meterOf(subscription)).toMatchObject({ consumed_units: 10, amount: 10 })
  await use(2)
  await pass(31 * DAY)
  await use(20, 33 * DAY)
  await use(500, 62 * DAY)
  await pass(31 * DAY)
  expect((await ordersOf(merchant)).map(linesOf)).toEqual([
    [['Metered', 1000]],
    [
      ['Metered', 1000],
      ['Tokens × 12', 12],
    ],
    [
      ['Metered', 1000],
      ['Tokens × 20', 20],
    ],
  ])
})

test('each missed period is billed with its own usage', async () => {
  const { merchant, use } = await aCase({ unitAmount: '1' })
  await use(3)
  server.clock.advance(70 * DAY)
  await use(5, 25 * DAY)
  await use(7)
  for (let round = 0; round < 3; round += 1) await pass(60)
  expect((await ordersOf(merchant)).map(linesOf)).toEqual([
    [
      ['Metered', 1000],
      ['Tokens × 3', 3],
    ],
    [
      ['Metered', 1000],
      ['Tokens × 5', 5],
    ],
  ])
})

test('credits are spent first, those that roll over are credited again, and a price has a limit', async () => {
  const { merchant, meterId, subscription, use } = await aCase({ unitAmount: '10', cap: 150 })
  const { organizationId } = merchant
  const { customerId } = subscription
  const credit = (units: number, rollover: boolean, source: string) =>
    database.transaction((tx) => creditMeter(tx, server.platform, { organizationId, customerId, meterId, units, rollover, source }))
  expect([await credit(50, false, 'a'), await credit(100, true, 'b'), await credit(100, true, 'b')]).toEqual([true, true, false])
  await use(70.5)
  expect(await meterOf(subscription)).toMatchObject({ consumed_units: 70.5, credited_units: 150, amount: 0 })
  await pass(32 * DAY)
  expect(await meterOf(subscription)).toMatchObject({ consumed_units: 0, credited_units: 79, amount: 0 })
  expect(await eventsOf(merchant, 'meter.credited')).toMatchObject(
    [50, 100, 79].map((units) => ({ source: 'system', metadata: { units, meter_id: meterId } })),
  )
  await use(89)
  expect(await meterOf(subscription)).toMatchObject({ amount: 100 })
  await use(1000)
  await pass(31 * DAY)
  expect((await ordersOf(merchant)).map(linesOf)).toEqual([
    [['Metered', 1000]],
    [
      ['Metered', 1000],
      ['Tokens × 1010', 150],
    ],
  ])
  expect(await meterOf(subscription)).toMatchObject({ credited_units: 0 })
})

test('usage is billed at the price of its time when the product changes within a period', async () => {
  const { merchant, meterId, subscription, use } = await aCase({ unitAmount: '10', isPaid: true })
  const other = await aMeteredPlan(merchant, meterId, '5')
  const plain = await aPlan(merchant, 1000)
  const { organizationId } = merchant
  const { customerId } = subscription
  const credit = { organizationId, customerId, meterId, units: 30, rollover: false, source: 'gift' }
  await database.transaction((tx) => creditMeter(tx, server.platform, credit))
  await use(100)
  await pass(10 * DAY)
  await subscription.update({ product_id: other })
  await use(40)
  expect((await subscription.preview({})).json.next_renewal).toMatchObject({ total_amount: 1900 })
  await pass(10 * DAY)
  await subscription.update({ product_id: plain })
  await use(7)
  expect((await subscription.read()).meters).toEqual([])
  await pass(12 * DAY)
  const renewal = (await ordersOf(merchant)).at(-1)
  expect(linesOf(renewal).slice(0, 3)).toEqual([
    ['Plan of 1000', 1000],
    ['Tokens × 70', 700],
    ['Tokens × 40', 200],
  ])
  expect(renewal.total_amount).toBe(1900)
  await pass(31 * DAY)
  expect(linesOf((await ordersOf(merchant)).at(-1))).toEqual([['Plan of 1000', 1000]])
})

test('a subscription that ends is billed for what was used and not billed yet, once', async () => {
  const revoked = await aCase({ unitAmount: '1' })
  await revoked.use(80)
  await pass(DAY)
  expect((await revoked.merchant.request('DELETE', `/v1/subscriptions/${revoked.subscription.id}`)).json).toMatchObject({
    status: 'canceled',
    meters: [],
  })
  const canceled = await aCase({ unitAmount: '1' })
  await canceled.use(90)
  await canceled.subscription.update({ cancel_at_period_end: true })
  const failing = await aCase({ unitAmount: '1', card: declined })
  await failing.use(100)
  await pass(DAY)
  await failing.merchant.request('DELETE', `/v1/subscriptions/${failing.subscription.id}`)
  await server.drain()
  await revoked.use(1000)
  await pass(40 * DAY)
  await canceled.use(1000)
  await pass(40 * DAY)
  expect(await ordersOf(revoked.merchant)).toMatchObject([{ billing_reason: 'subscription_cycle', status: 'paid', total_amount: 80 }])
  expect((await ordersOf(canceled.merchant)).map(linesOf)).toEqual([[['Tokens × 90', 90]]])
  expect((await canceled.subscription.read()).status).toBe('canceled')
  const [unpaid, ...others] = await ordersOf(failing.merchant)
  expect([unpaid.status, unpaid.next_payment_attempt_at, unpaid.total_amount, others]).toEqual(['pending', null, 100, []])
  expect((await failing.merchant.request('GET', '/v1/payments/')).json.items).toHaveLength(1)
})

test('what a trial uses is not billed, and a subscription that is not paid bills nothing more', async () => {
  const trial = await aCase({ unitAmount: '1', trial: { interval: 'day', count: 10 } })
  await trial.use(50)
  await pass(11 * DAY)
  await trial.use(60, 3 * DAY)
  await trial.use(7)
  await pass(32 * DAY)
  expect((await ordersOf(trial.merchant)).map(linesOf)).toEqual([
    [['Metered', 1000]],
    [
      ['Metered', 1000],
      ['Tokens × 7', 7],
    ],
  ])
  const overdue = await aCase({ unitAmount: '1', card: declined })
  await overdue.use(5)
  await pass(32 * DAY)
  await overdue.use(6)
  await pass(40 * DAY)
  expect(await overdue.subscription.read()).toMatchObject({ status: 'canceled', meters: [] })
  expect((await ordersOf(overdue.merchant)).map(linesOf)).toEqual([
    [
      ['Metered', 1000],
      ['Tokens × 5', 5],
    ],
  ])
})

test('the discount of a period reduces its usage, also where it is over for the next one', async () => {
  const merchant = await aMerchant(server)
  const meterId = await aMeter(merchant)
  const productId = await aMeteredPlan(merchant, meterId, '10')
  const { id: discountId } = await aDiscount(merchant, { basis_points: 5000, duration: 'once' })
  const subscription = await aSubscription(server, merchant, { productId, discountId })
  const use = usageOf(merchant, subscription.customerId)
  await use(100)
  expect((await subscription.preview({})).json.next_renewal).toMatchObject({ discount_amount: 500, total_amount: 1500 })
  await pass(32 * DAY)
  await use(100)
  await pass(31 * DAY)
  expect(await ordersOf(merchant)).toMatchObject([
    { discount_amount: 500, total_amount: 1500, discount_id: discountId, status: 'paid' },
    { discount_amount: 0, total_amount: 2000, discount_id: null, status: 'paid' },
  ])
})

test('one subscription bills a meter of a customer, and another one takes over when it has ended', async () => {
  const { merchant, productId, subscription, use } = await aCase({ unitAmount: '1' })
  const { customerId } = subscription
  const other = await aSubscription(server, merchant, { productId, customerId })
  await use(10)
  expect([(await meterOf(subscription)).amount, (await other.read()).meters]).toEqual([10, []])
  await pass(32 * DAY)
  await merchant.request('DELETE', `/v1/subscriptions/${subscription.id}`)
  await pass(31 * DAY)
  await use(20)
  await pass(31 * DAY)
  const lines = (await ordersOf(merchant)).flatMap(linesOf).filter(([label]: unknown[]) => label !== 'Metered')
  expect(lines).toEqual([
    ['Tokens × 10', 10],
    ['Tokens × 20', 20],
  ])
})

test('the definition of a meter stays once its usage was billed', async () => {
  const { merchant, meterId, use } = await aCase({ unitAmount: '1' })
  const update = (body: object) => merchant.request('PATCH', `/v1/meters/${meterId}`, { body })
  expect((await update({ aggregation: { func: 'count' } })).status).toBe(200)
  await server.drain()
  await use(3)
  await pass(32 * DAY)
  const { json: meter } = await merchant.request('GET', `/v1/meters/${meterId}`)
  expect(meter.first_billed_at).not.toBe(null)
  expect((await update({ name: 'Other', filter: meter.filter, aggregation: { func: 'count' } })).status).toBe(200)
  const refused = await update({ aggregation: { func: 'sum', property: 'units' }, filter: { conjunction: 'or', clauses: [] } })
  expect([refused.status, refused.json.detail.map(({ loc }: { loc: unknown }) => loc)]).toEqual([
    422,
    [
      ['body', 'filter'],
      ['body', 'aggregation'],
    ],
  ])
})

const creditOf = async (merchant: TestMerchant, customerId: string): Promise<number> =>
  (await merchant.request('GET', `/v1/customers/${customerId}/credits`)).json.balances[0]?.amount ?? 0

async function creditCustomer(merchant: TestMerchant, customerId: string, amount: number): Promise<void> {
  const answer = await merchant.request('POST', `/v1/customers/${customerId}/credits`, { body: { amount, currency: 'usd' } })
  expect(answer.status).toBe(201)
}

test('credit that the last order of a subscription uses pays no renewal of the same run', async () => {
  const { merchant, subscription, use } = await aCase({ unitAmount: '1' })
  const { customerId } = subscription
  await aSubscription(server, merchant, { productId: await aPlan(merchant, 1000), customerId, card: null })
  await creditCustomer(merchant, customerId, 500)
  await use(300)
  await subscription.update({ cancel_at_period_end: true })
  await pass(32 * DAY)
  const billed = (await ordersOf(merchant)).map((order: Record<string, unknown>) => [
    order['total_amount'],
    order['applied_balance_amount'],
    order['status'],
  ])
  expect(billed.toSorted()).toEqual([
    [1000, -200, 'paid'],
    [300, -300, 'paid'],
  ])
  expect(await creditOf(merchant, customerId)).toBe(0)
})

test('credit that the last order of a subscription has reserved is free again when the order is not paid', async () => {
  const { merchant, subscription, use } = await aCase({ unitAmount: '1', card: declined })
  await creditCustomer(merchant, subscription.customerId, 500)
  await use(800)
  await subscription.update({ cancel_at_period_end: true })
  await pass(32 * DAY)
  expect(await ordersOf(merchant)).toMatchObject([{ total_amount: 800, status: 'pending', collection_status: 'exhausted' }])
  expect(await creditOf(merchant, subscription.customerId)).toBe(500)
})
