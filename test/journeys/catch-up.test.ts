// Databases: both.
// A server that was down for years: missed periods are billed in order, at most twelve before an operator confirms more (rule D4).
import { afterAll, expect, test } from 'vitest'
import { uncontrolled } from '#platform/work-control.ts'
import { manageCatchUp } from '#server/cli/catch-up.ts'
import { billingFinding } from '#server/cli/findings/billing.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'

const DAY = 86_400
const RUNS = 40
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)

const catchUp = (input: Record<string, unknown>) =>
  manageCatchUp({ database: server.platform.database, platform: async () => server.platform as never, control: uncontrolled }, input)

async function aSubscriber() {
  const merchant = await aMerchant(server)
  const subscription = await aSubscription(server, merchant, { productId: await aPlan(merchant, 1000) })
  const { slug } = (await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json
  return { merchant, subscription, slug: slug as string }
}

// The run bills one period of each subscription, whose payment comes before the next one.
async function runs(): Promise<void> {
  for (let run = 0; run < RUNS; run += 1) {
    server.clock.advance(11)
    await server.drain()
  }
}

const ordersOf = async ({ request }: TestMerchant) => (await request('GET', '/v1/orders/?sorting=created_at&limit=100')).json.items
const startsOf = (orders: readonly { items: { start_timestamp: string }[] }[]) => orders.map(({ items }) => items[0]?.start_timestamp)

test('after thirty months twelve periods are billed with their own dates, and each confirmation bills twelve more', async () => {
  const { merchant, subscription, slug } = await aSubscriber()
  server.clock.advance(30 * 30.5 * DAY)
  await runs()
  const held = await subscription.read()
  expect(held).toMatchObject({ status: 'active', is_held: true })
  const missed = await ordersOf(merchant)
  expect(missed.map(({ status }: { status: string }) => status)).toEqual(Array(12).fill('paid'))
  expect(new Set(startsOf(missed)).size).toBe(12)
  expect(startsOf(missed)).toEqual(startsOf(missed).toSorted())
  const waiting = { slug, count: 1, organizationId: merchant.organizationId, since: held.current_period_end }
  expect((await catchUp({ action: 'list' })).json).toEqual([waiting])
  expect(await billingFinding(server.platform.database)).toMatchObject({ name: 'billing', state: 'warning' })

  expect((await catchUp({ action: 'confirm', slug })).lines).toEqual([
    `One subscription of ${slug} will be billed for up to 12 more periods.`,
  ])
  await runs()
  expect(await ordersOf(merchant)).toHaveLength(24)
  const confirmations = await server.platform.database.db
    .selectFrom('audit_entries')
    .select(['action', 'actor', 'details'])
    .where('organization_id', '=', merchant.organizationId)
    .where('action', 'like', 'subscription.%')
    .execute()
  const confirmation = { action: 'subscription.catch_up_confirmed', actor: { type: 'service' }, details: { subscriptions: 1 } }
  expect(confirmations).toEqual([confirmation])
  expect((await catchUp({ action: 'confirm', slug })).json).toMatchObject({ confirmed: 1 })
  await runs()
  const { is_held, current_period_end } = await subscription.read()
  expect(is_held).toBe(false)
  expect(Date.parse(current_period_end)).toBeGreaterThan(server.clock.now().getTime())
  expect(await billingFinding(server.platform.database)).toMatchObject({ name: 'billing', state: 'well' })
  expect((await catchUp({ action: 'list' })).lines).toEqual(['No missed period waits for a confirmation.'])
  expect((await catchUp({ action: 'confirm', slug })).lines).toEqual([`No missed period of ${slug} waits for a confirmation.`])
})

test('a few missed months are billed without a confirmation, and one that is to end does not wait for it', async () => {
  const { merchant, subscription } = await aSubscriber()
  server.clock.advance(5 * 31 * DAY)
  await runs()
  expect(await subscription.read()).toMatchObject({ is_held: false, status: 'active' })
  expect(await ordersOf(merchant)).toHaveLength(5)
  server.clock.advance(20 * 30.5 * DAY)
  await runs()
  expect(await subscription.read()).toMatchObject({ is_held: true })
  await subscription.update({ cancel_at_period_end: true })
  await runs()
  expect(await subscription.read()).toMatchObject({ is_held: false, status: 'canceled' })
})

test('an organization that does not exist is refused', async () => {
  await expect(catchUp({ action: 'confirm', slug: 'no-such-organization' })).rejects.toThrow('No organization has the slug')
})
