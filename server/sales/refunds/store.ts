import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import { table } from '#platform/resource/table.ts'
import { type Refund, refundColumns } from './model.ts'

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

/** Pending refunds whose outcome was not queried within `seconds`, the longest waiting first, at most `limit`. */
export function findDueRefunds(
  db: Database,
  clock: Clock,
  { seconds, limit }: { readonly seconds: number; readonly limit: number },
): Promise<Refund[]> {
  const waitingSince = sql`coalesce(queried_at, created_at)`
  return refunds.select(
    db,
    sql`where status = 'pending' and ${waitingSince} <= ${merchantTime(clock, 'refunds.organization_id')} - make_interval(secs => ${seconds})
      order by ${waitingSince} limit ${limit}`,
  )
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
