// The merchant of a wave on the real application, with its plans, discounts and customers, and the passing of its time.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import type { TestServer } from '#test/support/server.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'
import { type FailingDatabase, survive } from '../failing-database.ts'
import type { Passage, Round, Wave } from './inputs.ts'
import { type Life, live, nextTime, type Plan, type Reduction, type Taxes } from './model.ts'

const HOUR = 3_600_000
/** Longer than the period of the job that bills, and than the pause after which a failed job is tried again. */
const PAUSE_SECONDS = 61
const PAUSES = 60

/** The servers of a simulation: two workers on one database, which may fail under the first one. */
export interface Servers {
  readonly first: TestServer
  readonly second: TestServer
  readonly failing: FailingDatabase
}

/** Something of the merchant, and what the model knows of it. */
export interface Known<Of> {
  readonly id: string
  readonly of: Of
}

/** A customer, in the server and in the model. */
export interface Customer {
  readonly id: string
  readonly subscriptionId: string
  readonly life: Life
}

/** The world in which a wave happens. */
export interface World {
  readonly servers: Servers
  readonly merchant: TestMerchant
  readonly passage: Passage
  readonly final: Wave['final']
  readonly taxes: Taxes
  readonly plans: readonly Known<Plan>[]
  readonly discounts: readonly Known<Reduction>[]
  /** Null where the wave has none. */
  readonly clockId: string | null
  readonly customers: Customer[]
  /** The merchant's time, in milliseconds. */
  now: number
}

const PLANS: readonly Plan[] = [
  { price: 1000, interval: 'month', trial: null },
  { price: 2999, interval: 'month', trial: null },
  { price: 61, interval: 'month', trial: null },
  { price: 9900, interval: 'year', trial: null },
  { price: 1500, interval: 'month', trial: { interval: 'day', count: 14 } },
  { price: 700, interval: 'year', trial: { interval: 'month', count: 1 } },
]

const DISCOUNTS: readonly (readonly [Readonly<Record<string, unknown>>, Reduction])[] = [
  [
    { basis_points: 5000, duration: 'forever' },
    { basisPoints: 5000, amount: 0, months: null },
  ],
  [
    { basis_points: 3333, duration: 'once' },
    { basisPoints: 3333, amount: 0, months: 0 },
  ],
  [
    { basis_points: 1, duration: 'repeating', duration_in_months: 3 },
    { basisPoints: 1, amount: 0, months: 3 },
  ],
  [
    { type: 'fixed', basis_points: undefined, amount: 300, currency: 'usd', duration: 'repeating', duration_in_months: 6 },
    { basisPoints: null, amount: 300, months: 6 },
  ],
]

/** The prices of a product, as its body has them. */
export const pricesOf = (price: number) => [{ amount_type: 'fixed', price_amount: price, price_currency: 'usd' }]

/** Creates the merchant of a wave, whose time stands still from then on. */
export async function createWorld(servers: Servers, { passage, final, taxes }: Pick<Wave, 'passage' | 'final' | 'taxes'>): Promise<World> {
  const merchant = await aMerchant(servers.first)
  const { organizationId } = merchant
  const { clock } = servers.first
  const now = clock.now().getTime()
  let clockId: string | null = null
  if (passage === 'test clock') clockId = (await merchant.request('POST', '/v1/test-clocks/', { body: {} })).json.id
  else clock.freeze(organizationId, new Date(now))
  await merchant.request('PATCH', `/v1/organizations/${organizationId}`, { body: { subscription_settings: { dunning_final: final } } })
  if (taxes !== 'none') await collectTaxes(merchant, { behavior: taxes === 'added' ? 'exclusive' : 'inclusive' })
  const plans: Known<Plan>[] = []
  for (const [at, plan] of PLANS.entries()) {
    const trial = plan.trial && { trial_interval: plan.trial.interval, trial_interval_count: plan.trial.count }
    const body = { name: `Plan ${at}`, recurring_interval: plan.interval, prices: pricesOf(plan.price), ...trial }
    plans.push({ id: (await aProduct(merchant, body)).id, of: { ...plan } })
  }
  const discounts: Known<Reduction>[] = []
  for (const [body, of] of DISCOUNTS) discounts.push({ id: (await aDiscount(merchant, body)).id, of })
  return { servers, merchant, passage, final, taxes, plans, discounts, clockId, customers: [], now }
}

/** Lets the time of a round pass, in the server and in the model; its workers may fail meanwhile. */
export async function pass(world: World, { hours, crash }: Round): Promise<void> {
  world.servers.failing.fail(crash)
  const target = world.now + hours * HOUR
  if (world.passage === 'test clock') await advanceClock(world, target)
  else if (world.passage === 'in time') for (const at of instants(world, target)) await passTo(world, at)
  await passTo(world, target)
  world.servers.failing.fail(null)
}

// The instants at which the model has something to do, which it does as it is asked for the next one.
function* instants({ customers, final }: World, target: number): Generator<number> {
  for (;;) {
    const [next] = customers.flatMap(({ life }) => nextTime(life) ?? []).sort((one, other) => one - other)
    if (next === undefined || next > target) return
    for (const { life } of customers) live(life, next, final)
    yield next
  }
}

async function advanceClock(world: World, target: number): Promise<void> {
  const { servers, merchant, clockId } = world
  const { headers } = merchant
  const path = `/v1/test-clocks/${clockId}`
  // The server whose database does not fail.
  const { request } = servers.second
  const requested = await request('POST', `${path}/advance`, { headers, body: { to: new Date(target).toISOString() } })
  expect([requested.status, requested.text]).toEqual([202, expect.any(String)])
  for (const _ of instants(world, target));
  for (let pause = 0; pause < PAUSES; pause += 1) {
    await work(world)
    const { status, error } = (await request('GET', path, { headers })).json
    expect(error).toBeNull()
    if (status === 'ready') return
    servers.first.clock.advance(PAUSE_SECONDS)
  }
  throw new Error('The test clock does not arrive.')
}

/** Moves the merchant's time to `at`, however late what is due by then is done. */
export async function passTo(world: World, at: number): Promise<void> {
  const { servers, merchant, customers, final } = world
  world.now = at
  servers.first.clock.freeze(merchant.organizationId, new Date(at))
  for (const { life } of customers) live(life, at, final)
  for (let pause = 0; pause < PAUSES; pause += 1) {
    await work(world)
    if (!(await isBusy(world))) return
    servers.first.clock.advance(PAUSE_SECONDS)
  }
  throw new Error('What is due does not come to an end.')
}

// Both workers do what they find.
async function work({ servers: { first, second } }: World): Promise<void> {
  await Promise.all([first, second].map((server) => survive(() => server.drain())))
}

// Subscriptions that are due, payments without an outcome, or events that no worker has relayed.
async function isBusy({ servers, merchant: { organizationId }, now }: World): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from subscriptions where organization_id = ${organizationId} and due_at <= ${new Date(now)})
      or exists (select from payments where organization_id = ${organizationId} and status in ('pending', 'in_doubt', 'requires_action'))
      or exists (select from domain_events where relayed_at is null)`.execute(servers.second.platform.database.db)
  return rows.length > 0
}
