import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import { table } from '#platform/resource/table.ts'
import {
  billableStatuses,
  CATCH_UP_MAXIMUM,
  type Subscription,
  type SubscriptionItem,
  type SubscriptionStatus,
  subscriptionColumns,
  subscriptionItemColumns,
} from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    subscriptions: Row<typeof subscriptionColumns>
    subscription_items: Row<typeof subscriptionItemColumns>
    subscription_reservations: ReservationsTable
  }
}

/** The buyer who is confirming a checkout of a subscription where a customer may have only one. */
interface ReservationsTable {
  organization_id: string
  checkout_id: string
  /** The id of the customer, or the email of a buyer who is none yet. */
  buyer: string
  reserved_at: Date
}

/** The rows of subscriptions. */
export const subscriptions = table('subscriptions', subscriptionColumns, { isCounted: true })

/** The rows of proration items. */
export const subscriptionItems = table('subscription_items', subscriptionItemColumns)

/** Locks due subscriptions of an organization that no other run has locked, the longest due first, at most `limit`. */
export function lockDueSubscriptions(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  { organizationId, limit }: { readonly organizationId: string; readonly limit: number },
): Promise<Subscription[]> {
  return subscriptions.select(
    tx,
    sql`where organization_id = ${organizationId} and due_at <= ${clock.now({ organizationId })}::timestamptz
      order by due_at, id limit ${limit} for update skip locked`,
  )
}

/** The subscription of an order, with its row locked until the transaction ends. */
export async function lockSubscriptionOfOrder(
  tx: Tx,
  { organizationId, orderId }: { readonly organizationId: string; readonly orderId: string },
): Promise<Subscription | undefined> {
  return (await subscriptions.select(tx, sql`${ofOrder(organizationId, orderId)} for update`))[0]
}

// An order never changes to another subscription.
function ofOrder(organizationId: string, orderId: string) {
  return sql`where organization_id = ${organizationId}
    and id = (select subscription_id from orders where organization_id = ${organizationId} and id = ${orderId})`
}

/** An organization with due subscriptions, and how many there are. */
export interface DueOrganization {
  readonly organizationId: string
  readonly count: number
}

/** Organizations with due subscriptions, those that have waited longest first, at most `limit`. */
export async function findDueOrganizations(
  db: Database,
  { clock }: Pick<Platform, 'clock'>,
  limit: number,
): Promise<readonly DueOrganization[]> {
  const { rows } = await sql<DueOrganization>`
    select organization_id as "organizationId", count from (
      select organization_id, min(due_at) as due_at, count(*)::int as count from subscriptions
      where due_at is not null and due_at <= ${merchantTime(clock, 'subscriptions.organization_id')}
      group by organization_id
    ) as due order by due_at limit ${limit}`.execute(db)
  return rows
}

/** When an organization's next subscription is due; null where none is. */
export async function findNextDue(db: Database, organizationId: string): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(due_at) as "dueAt" from subscriptions where organization_id = ${organizationId} and due_at is not null`.execute(db)
  return rows[0]?.dueAt ?? null
}

/** `isHeld` for rows, by the index of late periods. */
const isHeldRow = sql`subscriptions.late_periods >= ${CATCH_UP_MAXIMUM} and subscriptions.status = 'active'`

/** An organization whose subscriptions wait for their operator (rule D4), how many there are, and the start of the first period that was missed. */
export interface HeldOrganization {
  readonly organizationId: string
  readonly slug: string
  readonly count: number
  readonly since: Date
}

/** Organizations whose subscriptions wait for their operator, those that have waited longest first, at most `limit`. */
export async function findHeldOrganizations(db: Database, limit: number): Promise<readonly HeldOrganization[]> {
  const { rows } = await sql<HeldOrganization>`
    select organization_id as "organizationId", organizations.slug, count(*)::int as count, min(current_period_end) as since
    from subscriptions join organizations on organizations.id = organization_id where ${isHeldRow}
    group by organization_id, organizations.slug order by since limit ${limit}`.execute(db)
  return rows
}

/** Locks subscriptions of an organization that wait for their operator, at most `limit`. */
export function lockHeldSubscriptions(
  tx: Tx,
  { organizationId, limit }: { readonly organizationId: string; readonly limit: number },
): Promise<Subscription[]> {
  return subscriptions.select(tx, sql`where organization_id = ${organizationId} and ${isHeldRow} order by id limit ${limit} for update`)
}

/** A subscription of a customer, now or before. */
export interface HeldSubscription {
  readonly status: SubscriptionStatus
  readonly productId: string
  readonly hadTrial: boolean
  /** A buyer took it who had only typed the address of its customer. */
  readonly isUnproven: boolean
}

/** The subscriptions that a customer had before and has now, to decide whether another subscription or a trial is allowed. */
export async function findHoldings(db: Database, organizationId: string, customerId: string): Promise<HeldSubscription[]> {
  const { rows } = await sql<HeldSubscription>`
    select distinct status, product_id as "productId", trial_end is not null as "hadTrial", is_unproven as "isUnproven" from subscriptions
    where organization_id = ${organizationId} and customer_id = ${customerId}`.execute(db)
  return rows
}

/** Locks the billable subscriptions of a customer, and those that are not paid. */
export function lockSubscriptionsOf(tx: Tx, organizationId: string, customerId: string): Promise<Subscription[]> {
  return subscriptions.select(
    tx,
    sql`where organization_id = ${organizationId} and customer_id = ${customerId}
      and status = ${anyOf([...billableStatuses, 'unpaid'])} order by id for update`,
  )
}

/** Whether a row of `subscription_items` waits: no order has it, and it was not settled without one. */
export function isWaiting(alias = 'subscription_items') {
  return sql<boolean>`(${sql.ref(`${alias}.order_id`)} is null and ${sql.ref(`${alias}.closed_at`)} is null)`
}

/** The items that wait for the next renewal of these subscriptions, in the order of their creation. */
export function findWaitingItems(db: Database, organizationId: string, subscriptionIds: readonly string[]): Promise<SubscriptionItem[]> {
  return subscriptionItems.select(
    db,
    sql`where organization_id = ${organizationId} and subscription_id = ${anyOf(subscriptionIds)} and ${isWaiting()}
      order by created_at, id`,
  )
}

/** Notes which order has the waiting items of a subscription. It is sent ahead. */
export function assignItems(
  tx: Tx,
  { organizationId, ids, orderId }: { readonly organizationId: string; readonly ids: readonly string[]; readonly orderId: string },
): Promise<void> {
  return sendAhead(async () => {
    await sql`update subscription_items set order_id = ${orderId} where organization_id = ${organizationId} and id = ${anyOf(ids)}`.execute(
      tx,
    )
  })
}

/** Notes that waiting items of a subscription were settled without an order. It is sent ahead. */
export function closeItems(
  tx: Tx,
  { organizationId, ids, now }: { readonly organizationId: string; readonly ids: readonly string[]; readonly now: Date },
): Promise<void> {
  return sendAhead(async () => {
    await sql`update subscription_items set closed_at = ${now} where organization_id = ${organizationId} and id = ${anyOf(ids)}`.execute(tx)
  })
}

/** A buyer of a checkout. */
export interface Reservation {
  readonly organizationId: string
  readonly checkoutId: string
  /** The id of the customer, or the email of a buyer who is none yet. */
  readonly buyer: string
  readonly now: Date
}

/** Reserves the one subscription of a buyer for a checkout; false when another checkout of theirs holds it. */
export async function reserveSubscription(tx: Tx, { organizationId, checkoutId, buyer, now }: Reservation): Promise<boolean> {
  const { rows } = await sql<{ checkoutId: string }>`
    insert into subscription_reservations (organization_id, checkout_id, buyer, reserved_at)
    values (${organizationId}, ${checkoutId}, ${buyer}, ${now})
    on conflict (organization_id, buyer) do update set reserved_at = excluded.reserved_at
      where subscription_reservations.checkout_id = excluded.checkout_id
    returning checkout_id as "checkoutId"`.execute(tx)
  return rows.length > 0
}

/** Releases what a checkout has reserved; without a reservation nothing changes. It is sent ahead. */
export function releaseSubscription(
  tx: Tx,
  { organizationId, checkoutId }: Pick<Reservation, 'organizationId' | 'checkoutId'>,
): Promise<void> {
  return sendAhead(async () => {
    await sql`delete from subscription_reservations where organization_id = ${organizationId} and checkout_id = ${checkoutId}`.execute(tx)
  })
}
