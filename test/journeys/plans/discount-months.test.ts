// A discount for some months, where the clocks of the billing zone are changed while it runs.
import { afterAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'

const server = await testServer({ database: await ownDatabase(), clock: movableClock(new Date('2027-01-15T11:00:00Z')) })
afterAll(() => server.close())
checkBooksAfterEach(server)

interface LifeOptions {
  readonly timezone: string
  readonly months: number
  readonly interval: 'month' | 'year'
  readonly renewals: number
}

/** The discount of each order, that of its preview, and the monthly revenue of its period. */
async function aLife({ timezone, months, interval, renewals }: LifeOptions) {
  const merchant = await aMerchant(server)
  const half = await aDiscount(merchant, { basis_points: 5000, duration: 'repeating', duration_in_months: months })
  const productId = await aPlan(merchant, 1000, { recurring_interval: interval })
  const subscription = await aSubscription(server, merchant, { productId, discountId: half.id, billingTimezone: timezone })
  const revenue = async () => {
    const day = server.clock.now().toISOString().slice(0, 10)
    const query = new URLSearchParams({ start_date: day, end_date: day, interval: 'day' })
    return (await merchant.request('GET', `/v1/metrics/?${query}`)).json.totals.monthly_recurring_revenue
  }
  const [previews, revenues] = [[] as number[], [await revenue()]]
  for (let renewal = 0; renewal < renewals; renewal += 1) {
    previews.push((await subscription.preview({})).json.next_renewal.discount_amount)
    const { current_period_end } = await subscription.read()
    server.clock.advance((Date.parse(current_period_end) - server.clock.now().getTime()) / 1000)
    await server.drain()
    revenues.push(await revenue())
  }
  const orders = (await merchant.request('GET', '/v1/orders/?sorting=created_at')).json.items
  return { discounts: orders.map((order: { discount_amount: number }) => order.discount_amount), previews, revenues }
}

test('three months of a monthly plan in Berlin are three periods, also over the change of the clocks', async () => {
  const life = await aLife({ timezone: 'Europe/Berlin', months: 3, interval: 'month', renewals: 5 })
  // The first period, of 500 too, is billed by its checkout.
  expect(life.discounts).toEqual([500, 500, 0, 0, 0])
  expect(life.previews).toEqual(life.discounts)
  expect(life.revenues).toEqual([500, 500, 500, 1000, 1000, 1000])
})

test('twelve months of a yearly plan are one period', async () => {
  const life = await aLife({ timezone: 'America/New_York', months: 12, interval: 'year', renewals: 2 })
  expect(life.discounts).toEqual([0, 0])
  expect(life.previews).toEqual([0, 0])
  expect(life.revenues).toEqual([42, 83, 83])
})
