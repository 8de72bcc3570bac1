// The floor of renewals: the rows of a renewal of ours, written by a few statements for each batch and each charge. What a row contains is
// copied, events included; nothing is decided or validated.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { RenewedSubscription, SettledCharge } from './rows.ts'

/** A renewed subscription with its unpaid order. */
export interface BareOrder {
  readonly subscriptionId: string
  readonly customerId: string
  readonly orderId: string
  readonly paymentId: string
}

/** Renews at most `limit` due subscriptions in one transaction: lock, subscriptions, numbered orders, items, events, and attempts to pay. */
export async function renewBare(client: pg.Client, model: RenewedSubscription, limit: number): Promise<readonly BareOrder[]> {
  const { organizationId } = model
  await client.query('begin')
  const { rows } = await client.query<{ id: string; customer_id: string }>({
    name: 'lock',
    text: `select * from subscriptions where organization_id = $1 and due_at <= now() order by due_at, id limit ${limit} for update skip locked`,
    values: [organizationId],
  })
  const bareOrders = rows.map(({ id, customer_id }) => {
    return { subscriptionId: id, customerId: customer_id, orderId: randomUUID(), paymentId: randomUUID() }
  })
  const ids = bareOrders.map(({ subscriptionId }) => subscriptionId)
  const orderIds = bareOrders.map(({ orderId }) => orderId)
  await client.query({
    name: model.payment === null ? 'subscriptions' : 'charged-subscriptions',
    text: `update subscriptions as due set current_period_start = renewed.current_period_start, current_period_end = renewed.current_period_end,
      ${model.payment === null ? 'due_at = renewed.due_at' : 'due_at = null, is_charging = true, unpaid_order_id = ordered.order_id'},
      discount_applied_at = renewed.discount_applied_at, modified_at = now()
      from subscriptions as renewed, unnest($2::uuid[], $4::uuid[]) as ordered (id, order_id)
      where due.organization_id = $1 and due.id = ordered.id and renewed.organization_id = $1 and renewed.id = $3`,
    values: [organizationId, ids, model.id, orderIds],
  })
  await client.query({
    name: 'orders',
    text: `insert into orders select copy.* from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as due (id, order_id, customer_id),
      lateral jsonb_populate_record(null::orders, $5::jsonb || jsonb_build_object('id', due.order_id, 'subscription_id', due.id,
        'customer_id', due.customer_id, 'number', next_number($1, 'orders'))) as copy`,
    values: [organizationId, ids, orderIds, bareOrders.map(({ customerId }) => customerId), model.order],
  })
  await client.query({
    name: 'items',
    text: `insert into order_items select copy.* from unnest($1::uuid[], $2::uuid[]) as due (order_id, item_id),
      lateral jsonb_populate_record(null::order_items, $3::jsonb || jsonb_build_object('id', due.item_id, 'order_id', due.order_id)) as copy`,
    values: [orderIds, ids.map(() => randomUUID()), model.item],
  })
  await insertEvents(client, model, { events: model.events, ids, orderIds })
  if (model.payment !== null) await insertAttempts(client, model, bareOrders)
  await client.query('commit')
  return bareOrders
}

async function insertEvents(
  client: pg.Client,
  { organizationId }: RenewedSubscription,
  {
    events,
    ids,
    orderIds,
  }: { readonly events: SettledCharge['events']; readonly ids: readonly string[]; readonly orderIds: readonly string[] },
): Promise<void> {
  await client.query({
    name: 'events',
    text: `insert into domain_events (id, organization_id, name, audience, resource_id, payload, happened_at)
      select gen_random_uuid(), $1, event.name, 'merchant', case when event.name like 'order.%' then due.order_id else due.id end, event.payload::jsonb, now()
      from unnest($2::uuid[], $3::uuid[]) with ordinality as due (id, order_id, n)
      cross join unnest($4::text[], $5::text[]) with ordinality as event (name, payload, n) order by due.n, event.n`,
    values: [organizationId, ids, orderIds, events.map(({ name }) => name), events.map(({ payload }) => payload)],
  })
}

async function insertAttempts(client: pg.Client, model: RenewedSubscription, bareOrders: readonly BareOrder[]): Promise<void> {
  const paymentIds = bareOrders.map(({ paymentId }) => paymentId)
  await client.query({
    name: 'payments',
    text: `insert into payments select copy.* from unnest($1::uuid[], $2::uuid[]) as due (order_id, payment_id),
      lateral jsonb_populate_record(null::payments, $3::jsonb || jsonb_build_object('id', due.payment_id, 'purpose_id', due.order_id,
        'idempotency_key', due.payment_id)) as copy`,
    values: [bareOrders.map(({ orderId }) => orderId), paymentIds, model.payment],
  })
  await client.query({
    name: 'jobs',
    text: `insert into jobs (id, kind, payload, key, run_at, created_at)
      select gen_random_uuid(), 'bare:charge', jsonb_build_object('organizationId', $1::uuid, 'paymentId', id), 'bare:charge:' || id, now(), now()
      from unnest($2::uuid[]) as id`,
    values: [model.organizationId, paymentIds],
  })
}

/** Records in one transaction that an order was charged: the attempt, the ledger, the order, the subscription and the events. */
export async function settleBare(client: pg.Client, model: RenewedSubscription, order: BareOrder, settled: SettledCharge): Promise<void> {
  const { organizationId } = model
  const { subscriptionId, orderId, paymentId } = order
  const entryId = randomUUID()
  await client.query('begin')
  await client.query({
    name: 'lock-order',
    text: `select * from subscriptions join orders on orders.organization_id = $1 and orders.id = $3 where subscriptions.organization_id = $1
      and subscriptions.id = $2 for update`,
    values: [organizationId, subscriptionId, orderId],
  })
  await client.query({
    name: 'paid-payment',
    text: `update payments set status = 'succeeded', processor_reference = id, method_brand = 'visa', method_last4 = '4242', settled_at = now(),
      modified_at = now() where organization_id = $1 and id = $2`,
    values: [organizationId, paymentId],
  })
  await client.query({
    name: 'entry',
    text: `with entry as (insert into ledger_entries select copy.* from jsonb_populate_record(null::ledger_entries,
        $1::jsonb || jsonb_build_object('id', $2::uuid, 'order_id', $3::uuid, 'source', $3::text)) as copy)
      insert into ledger_postings select copy.* from unnest($4::jsonb[]) as posting,
      lateral jsonb_populate_record(null::ledger_postings, posting || jsonb_build_object('entry_id', $2::uuid)) as copy`,
    values: [settled.entry, entryId, orderId, settled.postings],
  })
  await client.query({
    name: 'paid-order',
    text: `update orders set status = 'paid', paid_at = now(), payment_id = $3, modified_at = now() where organization_id = $1 and id = $2`,
    values: [organizationId, orderId, paymentId],
  })
  await client.query({
    name: 'paid-subscription',
    text: `update subscriptions as paid set is_charging = false, unpaid_order_id = null, due_at = renewed.due_at, modified_at = now()
      from subscriptions as renewed where paid.organization_id = $1 and paid.id = $2 and renewed.organization_id = $1 and renewed.id = $3`,
    values: [organizationId, subscriptionId, model.id],
  })
  await insertEvents(client, model, { events: settled.events, ids: [subscriptionId], orderIds: [orderId] })
  await client.query('commit')
}
