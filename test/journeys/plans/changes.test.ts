// Random changes of subscriptions: the preview says exactly what the change then does, and many changes at once stay consistent. The cases
// follow from SIMULATION_SEED, which is printed: the same seed repeats a run.

import { afterAll, expect, test } from 'vitest'
import { seededRandom } from '#test/faults/random.ts'
import { seedOf } from '#test/seeds.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'

const CASES = 100
const seed = seedOf('SIMULATION_SEED')
const CHANGES_AT_ONCE = 50
const TEST_MS = 300_000
const server = await testServer({ database: await ownDatabase(), settings: { RATE_LIMIT_ENABLED: 'false' } })
afterAll(() => server.close())
checkBooksAfterEach(server)

const ordersOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/orders/?sorting=-created_at&limit=1')).json
const creditOf = async (merchant: TestMerchant, customerId: string): Promise<number> =>
  (await merchant.request('GET', `/v1/customers/${customerId}/credits`)).json.balances[0]?.amount ?? 0
const chargedOf = async (merchant: TestMerchant): Promise<number> => {
  const { items } = (await merchant.request('GET', '/v1/payments/?limit=100')).json
  return items.reduce((all: number, { amount }: { amount: number }) => all + amount, 0)
}

test(`the preview is what happens, in ${CASES} random cases from the seed ${seed}`, { timeout: TEST_MS }, async () => {
  const random = seededRandom(seed)
  const below = (bound: number) => Math.floor(random() * bound)
  let merchant = await aMerchant(server)
  let plans: string[] = []
  let discountIds: (string | null)[] = []
  for (let index = 0; index < CASES; index += 1) {
    if (index % 20 === 0) {
      merchant = await aMerchant(server)
      // Half of the merchants collect taxes.
      if (index % 40 === 20) await collectTaxes(merchant, { behavior: random() < 0.5 ? 'inclusive' : 'exclusive' })
      const amounts = [0, 1000, 1030, 2999, 99_900].map((amount) => aPlan(merchant, amount))
      const yearly = [900, 12_000].map((amount) => aPlan(merchant, amount, { recurring_interval: 'year' }))
      plans = await Promise.all([...amounts, ...yearly])
      const some = [
        { duration: 'forever' },
        { type: 'fixed', amount: 300, currency: 'usd', duration: 'once' },
        { products: plans.slice(1, 3) },
      ]
      discountIds = [null, ...(await Promise.all(some.map(async (body) => (await aDiscount(merchant, body)).id)))]
    }
    const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
    const subscription = await aSubscription(server, merchant, {
      productId: pick(plans),
      discountId: pick(discountIds),
      ageSeconds: below(27 * 86_400),
      isPaid: true,
    })
    if (below(3) === 0) {
      const body = { amount: 1 + below(3000), currency: 'usd' }
      await merchant.request('POST', `/v1/customers/${subscription.customerId}/credits`, { body })
    }
    const change = { product_id: pick(plans), proration_behavior: pick(['invoice', 'prorate']), apply: pick(['now', 'now', 'period_end']) }
    const preview = (await subscription.preview(change)).json
    const [credit, charged, orders] = [
      await creditOf(merchant, subscription.customerId),
      await chargedOf(merchant),
      await ordersOf(merchant),
    ]
    const { status, json } = await subscription.update(change)
    expect(status).toBe(200)
    const applied = preview.applies === 'period_end' ? json.pending_update.product_id : json.product_id
    const period = [json.current_period_start, json.current_period_end]
    expect([applied, ...period]).toEqual([preview.product_id, preview.current_period_start, preview.current_period_end])
    const after = await ordersOf(merchant)
    expect(after.pagination.total_count - orders.pagination.total_count).toBe(preview.order === null ? 0 : 1)
    if (preview.order !== null) {
      const { items, ...amounts } = preview.order
      const { due_amount: _, ...sums } = amounts
      expect(after.items[0]).toMatchObject({ ...sums, status: 'paid', billing_reason: 'subscription_update', items })
    }
    expect((await chargedOf(merchant)) - charged).toBe(preview.charged_amount)
    const used = preview.order?.applied_balance_amount ?? 0
    expect((await creditOf(merchant, subscription.customerId)) - credit).toBe(preview.customer_credit_amount + used)
    // The next renewal of the preview is that of the changed subscription.
    expect((await subscription.preview({})).json.next_renewal).toEqual(preview.next_renewal)
  }
})

test(`of ${CHANGES_AT_ONCE} changes of a subscription at once each is made as a whole or refused`, { timeout: TEST_MS }, async () => {
  const merchant = await aMerchant(server)
  const plans = await Promise.all([1000, 2000, 3000, 4000].map((amount) => aPlan(merchant, amount)))
  const subscription = await aSubscription(server, merchant, { productId: plans[0] as string, isPaid: true })
  const answers = await Promise.all(
    Array.from({ length: CHANGES_AT_ONCE }, (_, index) => {
      const product_id = plans[index % plans.length] as string
      return subscription.update({ product_id, proration_behavior: index % 3 === 0 ? 'prorate' : 'invoice' })
    }),
  )
  expect(answers.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text)).toEqual([])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  const { json } = await merchant.request('GET', `/v1/subscriptions/${subscription.id}`)
  expect(json.pending_change).toBeNull()
  expect(json.amount).toBe((plans.indexOf(json.product_id) + 1) * 1000)
  // Nothing of the period has passed: in any order of the changes the customer pays the difference of the two plans, once.
  const waiting = (await subscription.preview({})).json.next_renewal.subtotal_amount - json.amount
  const paid = await chargedOf(merchant)
  expect(paid - (await creditOf(merchant, subscription.customerId)) + waiting).toBe(json.amount - 1000)
})
