// Renewals that need no outside charge, beside a floor: the same rows, written in batches by a few statements for each.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { present } from '#kernel/assert.ts'
import { monotonicMs } from '#platform/clock.ts'
import { runDueSubscriptions } from '#sales/billing-cycle/actions/run-due-subscriptions.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'
import { copySubscription } from '#test/support/subscriptions/copied-subscriptions.ts'
import { applicationOn } from '../fixture.ts'
import { createDatabase, query } from '../rivals/rivals.ts'
import { type Line, median } from './line.ts'

/** Subscriptions, and how many of them are due: those of each side are renewed in its rounds. */
const ALL = Number(process.env['BENCH_SUBSCRIPTIONS'] ?? 100_000)
const DUE = Number(process.env['BENCH_DUE'] ?? 10_000)
/** As many as a run of ours works on. */
const BATCH = 200
/** Of a renewal: `subscription.updated`, `order.created`, `order.updated`, `order.paid`. */
const EVENTS = 4
const AGE_SECONDS = 32 * 86_400
const PRICE = 1000

interface Owner {
  readonly organizationId: string
  /** A subscription of it that was renewed by us. */
  readonly renewedId: string
  /** Its order and the item of that, as rows in JSON, and its events. */
  readonly order: string
  readonly item: string
  readonly events: readonly { readonly name: string; readonly payload: string }[]
}

/**
 * Renews a batch with five statements in one transaction: lock, subscriptions, numbered orders, items and events. What each row
 * contains is copied from a renewal of ours, events included; nothing is decided or validated.
 */
async function renewBare(client: pg.Client, { organizationId, renewedId, order, item, events }: Owner): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query<{ id: string; customer_id: string }>({
    name: 'lock',
    text: `select * from subscriptions where organization_id = $1 and due_at <= now() order by due_at, id limit ${BATCH} for update skip locked`,
    values: [organizationId],
  })
  const ids = rows.map(({ id }) => id)
  const orderIds = ids.map(() => randomUUID())
  await client.query({
    name: 'subscriptions',
    text: `update subscriptions as due set current_period_start = renewed.current_period_start, current_period_end = renewed.current_period_end,
      due_at = renewed.due_at, discount_applied_at = renewed.discount_applied_at, modified_at = now()
      from subscriptions as renewed where due.organization_id = $1 and due.id = any($2) and renewed.organization_id = $1 and renewed.id = $3`,
    values: [organizationId, ids, renewedId],
  })
  await client.query({
    name: 'orders',
    text: `insert into orders select copy.* from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as due (id, order_id, customer_id),
      lateral jsonb_populate_record(null::orders, $5::jsonb || jsonb_build_object('id', due.order_id, 'subscription_id', due.id,
        'customer_id', due.customer_id, 'number', next_number($1, 'orders'))) as copy`,
    values: [organizationId, ids, orderIds, rows.map((row) => row.customer_id), order],
  })
  await client.query({
    name: 'items',
    text: `insert into order_items select copy.* from unnest($1::uuid[], $2::uuid[]) as due (order_id, item_id),
      lateral jsonb_populate_record(null::order_items, $3::jsonb || jsonb_build_object('id', due.item_id, 'order_id', due.order_id)) as copy`,
    values: [orderIds, ids.map(() => randomUUID()), item],
  })
  await client.query({
    name: 'events',
    text: `insert into domain_events (id, organization_id, name, audience, resource_id, payload, happened_at)
      select gen_random_uuid(), $1, event.name, 'merchant', case when event.name like 'order.%' then due.order_id else due.id end, event.payload::jsonb, now()
      from unnest($2::uuid[], $3::uuid[]) with ordinality as due (id, order_id, n)
      cross join unnest($4::text[], $5::text[]) with ordinality as event (name, payload, n) order by due.n, event.n`,
    values: [organizationId, ids, orderIds, events.map(({ name }) => name), events.map(({ payload }) => payload)],
  })
  await client.query('commit')
  return ids.length
}

export const renewalsLine: Line = {
  name: 'renewals',
  run: async ({ setup, rounds }) => {
    const databaseUrl = await createDatabase(setup.databaseUrl, 'renewals')
    const application = await applicationOn(databaseUrl)
    const { platform } = application
    const merchant = await aMerchant(application)
    const { organizationId } = merchant
    const productId = await aPlan(merchant, PRICE)
    const { id: discountId } = await aDiscount(merchant, { basis_points: 10_000, duration: 'forever' })
    const model = await aSubscription(application, merchant, { productId, card: null, discountId, ageSeconds: AGE_SECONDS })
    const copied = { organizationId, id: model.id, customerId: model.customerId }
    await copySubscription(databaseUrl, { ...copied, count: ALL - DUE, isDue: false })
    await copySubscription(databaseUrl, { ...copied, count: DUE, isDue: true })
    await query(databaseUrl, `update subscriptions set reminded_for = current_period_end, due_at = '2020-01-01' where id = '${model.id}'`)
    await runDueSubscriptions(platform, organizationId, 1)
    await query(databaseUrl, 'vacuum analyze')
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const { rows: events } = await client.query<Owner['events'][number]>(
      `select name, payload::text as payload from domain_events where organization_id = $1 and payload ->> 'id' in
         (select $2::text union all select id::text from orders where organization_id = $1 and subscription_id = $2::uuid) order by position`,
      [organizationId, model.id],
    )
    const { rows: known } = await client.query<Pick<Owner, 'order' | 'item'>>(
      `select to_jsonb(orders)::text as order, to_jsonb(order_items)::text as item from orders join order_items on order_items.order_id = orders.id
       where orders.organization_id = $1 and orders.subscription_id = $2`,
      [organizationId, model.id],
    )
    const owner = { organizationId, renewedId: model.id, events, ...present(known[0], 'The order of the renewal') }
    if (events.length !== EVENTS) throw new Error(`A renewal has ${events.length} events instead of ${EVENTS}.`)
    const sides = {
      ours: async () => (await runDueSubscriptions(platform, organizationId, BATCH)).worked,
      bare: () => renewBare(client, owner),
    }
    // The sides take turns batch by batch, so that both meet the same tables and the same load.
    const rates: Record<keyof typeof sides, number[]> = { ours: [], bare: [] }
    const batches = Math.floor(DUE / BATCH / 2 / (rounds + 1))
    for (let round = 0; round <= rounds; round += 1) {
      const tookMs = { ours: 0, bare: 0 }
      for (let batch = 0; batch < batches; batch += 1)
        for (const side of ['ours', 'bare'] as const) {
          const startMs = monotonicMs()
          const renewed = await sides[side]()
          tookMs[side] += monotonicMs() - startMs
          if (renewed !== BATCH) throw new Error(`${side} renewed ${renewed} instead of ${BATCH} subscriptions.`)
        }
      // The first round warms up.
      if (round > 0) for (const side of ['ours', 'bare'] as const) rates[side].push((batches * BATCH * 1000) / tookMs[side])
    }
    await client.end()
    await application.close()
    const shown = (side: readonly number[]) => `${median(side).toFixed(0)}/s`
    const ratio = median(rates.ours.map((rate, at) => rate / (rates.bare[at] ?? Number.NaN))).toFixed(2)
    const line = `renewals without a charge, ${DUE} due of ${ALL}`
    return [{ line, ours: shown(rates.ours), bare: shown(rates.bare), ratio, cpu: '', times: '', limit: 'batches of 200, in turn' }]
  },
}
