// The figures of any range of a random life, however its changes were added up, equal those computed from its rows one by one.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bucketsOfDays, daysBetween, type Interval, intervals } from '#kernel/time/buckets.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { plainFigures } from '#test/support/metrics/plain-figures.ts'
import { type LifeOf, RandomLife, type Step } from '#test/support/metrics/random-life.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'
import { verifyMetrics } from './index.ts'
import { longestRanges } from './model.ts'
import { addUpChanges } from './store.ts'

let server: TestServer
let merchant: TestMerchant
let of: LifeOf
let life: RandomLife
beforeAll(async () => {
  // The check of all organizations must not read those of other tests.
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  const { id } = await aProduct(merchant)
  await (await aCheckout(server, merchant, { products: [id] })).confirm()
  await server.drain()
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', amount: 1 } })
  const plans = [await aPlan(merchant, 900), await aPlan(merchant, 1900)]
  const { customerId } = await aSubscription(server, merchant, { productId: plans[0] ?? '' })
  of = { organizationId: merchant.organizationId, productIds: [id, ...plans], customerIds: [order.customer_id, customerId] }
  life = new RandomLife(server.platform, of)
  await life.begin()
})
afterAll(() => server.close())

const DAY_MS = 86_400_000
const FROM = Date.UTC(2024, 1, 20)
const day = (at: number) => new Date(FROM + at * DAY_MS).toISOString().slice(0, 10)
// Also at the very start of days in each zone, where a bucket ends and the next begins.
const instant = fc.oneof(
  fc.integer({ min: 0, max: 60 * DAY_MS }).map((ms) => new Date(FROM + ms)),
  fc.integer({ min: 0, max: 60 * 96 }).map((quarter) => new Date(FROM + quarter * 900_000)),
)
const number = fc.nat(1000)
const step: fc.Arbitrary<Step> = fc.record({ what: fc.nat(13), row: number, at: instant, some: number, other: number })
const query = fc.record({
  from: fc.nat(60),
  days: fc.nat(70),
  interval: fc.constantFrom<Interval[]>(...intervals),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Los_Angeles'),
  product: fc.option(fc.nat(2), { freq: 3, nil: undefined }),
  customer: fc.option(fc.nat(1), { freq: 3, nil: undefined }),
  isRecurring: fc.option(fc.boolean(), { freq: 3, nil: undefined }),
  currency: fc.constantFrom('usd', 'eur'),
})

type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never

async function compare({ from, days, interval, timezone, product, customer, isRecurring, currency }: Query) {
  const range = { from: day(from), to: day(from + Math.min(days, longestRanges[interval])), interval, timezone }
  expect(daysBetween(range.from, range.to)).toBeGreaterThanOrEqual(0)
  const [productId, customerId] = [
    product === undefined ? undefined : of.productIds[product],
    customer === undefined ? undefined : of.customerIds[customer],
  ]
  const search = new URLSearchParams({ start_date: range.from, end_date: range.to, interval, timezone, currency })
  if (productId) search.set('product_id', productId)
  if (customerId) search.set('customer_id', customerId)
  if (isRecurring !== undefined) search.set('billing_type', isRecurring ? 'recurring' : 'one_time')
  const { json } = await merchant.request('GET', `/v1/metrics/?${search}`)
  const buckets = bucketsOfDays(range) ?? []
  const [start, end] = [buckets[0]?.start ?? new Date(0), buckets.at(-1)?.end ?? new Date(0)]
  const filter = { currency, productId, customerId, isRecurring, recurringProducts: of.productIds.slice(1) }
  const plain = (bucket: { start: Date; end: Date }) => plainFigures(life, bucket, { filter, rangeStart: start })
  expect(json.periods).toEqual(buckets.map((bucket) => ({ timestamp: bucket.start.toISOString(), ...plain(bucket) })))
  expect(json.totals).toEqual(plain({ start, end }))
}

test('figures equal those of every row, by any split of the life and of its range', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 45 }),
      fc.array(query, { minLength: 3, maxLength: 6 }),
      async (steps, queries) => {
        await life.clear()
        for (const each of steps) await life.take(each)
        for (const each of queries) await compare(each)
        expect((await verifyMetrics(server.platform.database)).faults).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
}, 240_000)

test('a sum that was falsified is a fault, at every length that it does not fit', async () => {
  await life.take({ what: 0, row: 0, at: new Date(FROM), some: 900, other: 1 })
  await addUpChanges(server.platform.database)
  const falsify = (change: number) =>
    sql`update metric_sums set count = count + ${change} where organization_id = ${of.organizationId} and span = 'hour' and product_id is not null
      and measure = 'purchase' and starts_at = ${new Date(FROM)}`.execute(server.platform.database.db)
  await falsify(1)
  const { faults } = await verifyMetrics(server.platform.database)
  expect([...new Set(faults.map(({ sentence }) => sentence.replace(/:.*/, '')))]).toEqual([
    'the hours differ from their quarters',
    'the days differ from their hours',
    'all products together differ from each',
  ])
  await falsify(-1)
  expect((await verifyMetrics(server.platform.database)).count).toBe(0)
})

test('an organization that is deleted takes its figures along', async () => {
  const gone = await aMerchant(server)
  await (await aCheckout(server, gone)).confirm()
  await aSubscription(server, gone, { productId: await aPlan(gone, 900) })
  await addUpChanges(server.platform.database)
  await server.drain()
  const { status } = await gone.owner.request('POST', '/api/auth/organization/delete', { body: { organizationId: gone.organizationId } })
  expect(status).toBe(200)
  for (const table of ['metric_changes', 'metric_sums', 'metric_pairs', 'subscription_value_changes'] as const) {
    const { rows } = await sql`select from ${sql.table(table)} where organization_id = ${gone.organizationId}`.execute(
      server.platform.database.db,
    )
    expect([table, rows.length]).toEqual([table, 0])
  }
})

test('rows that are deleted leave no figure', async () => {
  await life.clear()
  const search = 'start_date=2000-01-01&end_date=2009-12-01&interval=year'
  expect(new Set(Object.values((await merchant.request('GET', `/v1/metrics/?${search}`)).json.totals))).toEqual(new Set([0]))
})
