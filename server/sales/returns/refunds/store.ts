import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import { table } from '#platform/resource/table.ts'
import { IMPORTED, type Refund, refundColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    refunds: Row<typeof refundColumns>
  }
}

/** The rows of refunds. */
export const refunds = table('refunds', refundColumns)

const refundLimit: ResourceLimit = { setting: 'REFUND_LIMIT', table: 'refunds', ownedBy: 'order_id', things: 'refunds of an order' }

/** Inserts a refund within the limit of its order. */
export function insertRefund(tx: Tx, platform: Pick<Platform, 'settings'>, refund: Refund): Promise<void> {
  return withinLimit(platform, { limit: refundLimit, owner: refund.orderId }, (order_id) => refunds.insert(tx, refund, { order_id }))
}

/** The refund with this key. */
export async function findRefundByKey(tx: Tx, organizationId: string, key: string): Promise<Refund | undefined> {
  const [refund] = await refunds.select(tx, sql`where organization_id = ${organizationId} and idempotency_key = ${key}`)
  return refund
}

const waitingSince = sql<Date>`coalesce(queried_at, created_at)`

/** The pending refunds to query: of one organization, or of all. */
interface DueFilter {
  readonly organizationId?: string | undefined
  /** Since the last query. */
  readonly seconds: number
  readonly limit: number
}

/** Pending refunds whose outcome was not queried within `seconds`, the longest waiting first, at most `limit`. */
export function findDueRefunds(db: Database, clock: Clock, { organizationId, seconds, limit }: DueFilter): Promise<Refund[]> {
  const now =
    organizationId === undefined ? merchantTime(clock, 'refunds.organization_id') : sql`${clock.now({ organizationId })}::timestamptz`
  const owner = organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`
  return refunds.select(
    db,
    sql`where status = 'pending' ${owner} and ${waitingSince} <= ${now} - make_interval(secs => ${seconds})
      order by ${waitingSince} limit ${limit}`,
  )
}

/**
 * When a refund of an organization was last queried, or made, that waits for its processor the longest; null where none waits. One that was
 * made at the processor itself is decided in real time.
 */
export async function longestWaiting(db: Database, organizationId: string): Promise<Date | null> {
  const { rows } = await sql<{ readonly since: Date | null }>`
    select min(${waitingSince}) as since from refunds
    where status = 'pending' and organization_id = ${organizationId} and not starts_with(idempotency_key, ${IMPORTED})`.execute(db)
  return rows[0]?.since ?? null
}

/** The refunds of a payment that an event of the processor may be about: those that are pending, or that the bank may send back. */
export function findOpenRefunds(db: Database, organizationId: string, paymentId: string): Promise<Refund[]> {
  return refunds.select(
    db,
    sql`where organization_id = ${organizationId} and payment_id = ${paymentId} and status in ('pending', 'succeeded') order by id`,
  )
}

/** Records that the processor was queried about a refund. */
export async function markQueried(tx: Tx, { organizationId, id }: Pick<Refund, 'organizationId' | 'id'>, now: Date): Promise<void> {
  await sql`update refunds set queried_at = ${now} where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/** Whether a refund of an organization is pending. */
export async function hasPendingRefunds(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from refunds where organization_id = ${organizationId}::uuid and status = 'pending')`.execute(tx)
  return rows.length > 0
}
