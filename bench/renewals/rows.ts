// The rows that a renewal of ours writes, in JSON: the floor copies them.
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** An event that a renewal emits. */
interface EmittedEvent {
  readonly name: string
  readonly payload: string
}

/** A subscription that was renewed by us, with the rows that the renewal wrote. */
export interface RenewedSubscription {
  readonly organizationId: string
  readonly id: string
  readonly order: string
  readonly item: string
  /** Null where nothing was charged. */
  readonly payment: string | null
  readonly events: readonly EmittedEvent[]
}

/** The rows that the outcome of its charge wrote besides. */
export interface SettledCharge {
  readonly entry: string
  readonly postings: readonly string[]
  readonly events: readonly EmittedEvent[]
}

/** A subscription of an organization. */
export interface Subscription {
  readonly organizationId: string
  readonly id: string
}

/** Reads what the renewal of a subscription wrote, with its events from `position` on. */
export async function readRenewal(db: Database, { organizationId, id }: Subscription): Promise<RenewedSubscription> {
  const { rows } = await sql<Omit<RenewedSubscription, 'organizationId' | 'id' | 'events'>>`
    select to_jsonb(orders)::text as "order", to_jsonb(order_items)::text as item, to_jsonb(payments)::text as payment
    from orders join order_items on order_items.organization_id = orders.organization_id and order_items.order_id = orders.id
      left join payments on payments.organization_id = orders.organization_id and payments.purpose_id = orders.id
    where orders.organization_id = ${organizationId} and orders.subscription_id = ${id}`.execute(db)
  const [row] = rows
  if (!row || rows.length > 1) throw new Error(`The renewal wrote ${rows.length} orders with one item and one payment.`)
  return { organizationId, id, ...row, events: await eventsOf(db, { organizationId, id }) }
}

/** Reads what the outcome of its charge wrote; `before` are the events that the renewal had emitted already. */
export async function readSettled(db: Database, of: Subscription, before: number): Promise<SettledCharge> {
  const { rows } = await sql<{ entry: string; posting: string }>`
    select to_jsonb(ledger_entries)::text as entry, to_jsonb(ledger_postings)::text as posting
    from ledger_entries join ledger_postings on ledger_postings.organization_id = ledger_entries.organization_id and entry_id = ledger_entries.id
    where ledger_entries.organization_id = ${of.organizationId}
      and order_id in (select id from orders where orders.organization_id = ${of.organizationId} and subscription_id = ${of.id})
    order by ledger_postings.position`.execute(db)
  const [first] = rows
  if (!first) throw new Error('The charge was not posted.')
  return { entry: first.entry, postings: rows.map(({ posting }) => posting), events: (await eventsOf(db, of)).slice(before) }
}

async function eventsOf(db: Database, { organizationId, id }: Subscription): Promise<readonly EmittedEvent[]> {
  const { rows } = await sql<EmittedEvent>`
    select name, payload::text as payload from domain_events where organization_id = ${organizationId} and payload ->> 'id' in
      (select ${id}::text union all select id::text from orders where organization_id = ${organizationId} and subscription_id = ${id}::uuid)
    order by position`.execute(db)
  return rows
}
