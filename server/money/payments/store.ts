import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Row } from '#platform/resource/columns.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import { table } from '#platform/resource/table.ts'
import { duplicateRefundSpec } from './job-specs.ts'
import { type Payment, paymentColumns } from './model.ts'
import type { ProcessorEventType } from './processor.ts'
import { ACTION_SECONDS, QUERY_AFTER_SECONDS } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    payments: Row<typeof paymentColumns>
    payment_events: PaymentEventsTable
  }
}

interface PaymentEventsTable {
  organization_id: string
  id: string
  processor: Payment['processor']
  event_id: string
  type: ProcessorEventType
  payload: { readonly key: string }
  received_at: Date
  worked_at: Date | null
}

/** The rows of attempts. */
export const payments = table('payments', paymentColumns)

/** Inserts an attempt; false when an attempt with its key exists. */
export async function insertPayment(tx: Tx, payment: Payment): Promise<boolean> {
  const written = await payments
    .inserting(tx, [payment])
    .onConflict((conflict) => conflict.columns(['organization_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Notes that a payment was returned as a second one, or that the bank has sent the money back. */
export async function saveReturned(
  tx: Tx,
  { organizationId, id }: Pick<Payment, 'organizationId' | 'id'>,
  isReturned: boolean,
): Promise<void> {
  const [from, to] = isReturned ? (['succeeded', 'refunded'] as const) : (['refunded', 'succeeded'] as const)
  const payments = tx.updateTable('payments').set({ status: to }).where('organization_id', '=', organizationId)
  await sendAhead(async () => void (await payments.where('id', '=', id).where('status', '=', from).execute()))
}

/** Saves an attempt whose purpose is locked. It is sent ahead, and fails when the stored status is not `before`. */
export function saveLockedPayment(tx: Tx, payment: Payment, before: Payment['status']): Promise<void> {
  const guarded = sql`with saved as (${saving(tx, payment, before)}) select require_row((select is_saved from saved))`
  return sendAhead(async () => void (await guarded.execute(tx)))
}

function saving(tx: Tx, payment: Payment, before: Payment['status']) {
  return tx
    .updateTable('payments')
    .set(payments.saved(payment))
    .where('organization_id', '=', payment.organizationId)
    .where('id', '=', payment.id)
    .where('status', '=', before)
    .returning(sql<boolean>`true`.as('is_saved'))
}

/** The attempt with this id. */
export async function findPayment(db: Database, organizationId: string, id: string): Promise<Payment | undefined> {
  return payments.find(db, [organizationId], id)
}

/** The attempt with this key at the processor. */
export async function findPaymentByKey(db: Database, organizationId: string, key: string): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .select(payments.aliases)
    .where('organization_id', '=', organizationId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Unsettled attempts that are due to be queried or canceled (`nextStep` decides), at most `limit`. */
export async function findDuePayments(db: Database, clock: Clock, limit: number): Promise<Payment[]> {
  const now = merchantTime(clock, 'payments.organization_id')
  const before = (seconds: number) => sql<Date>`${now} - make_interval(secs => ${seconds})`
  return (
    db
      .selectFrom('payments')
      .select(payments.aliases)
      // A literal, as in the partial index: with parameters the planner cannot use it.
      .where(sql<boolean>`status in ('pending', 'in_doubt', 'requires_action')`)
      .where((where) =>
        where.or([
          where.and([where('status', '=', 'requires_action'), where('created_at', '<=', before(ACTION_SECONDS))]),
          where.and([
            where('status', '!=', 'requires_action'),
            where(sql`coalesce(asked_at, created_at)`, '<=', before(QUERY_AFTER_SECONDS)),
          ]),
        ]),
      )
      .orderBy(sql`coalesce(asked_at, created_at)`)
      .limit(limit)
      .execute()
  )
}

/** The open attempts of an organization with ids above `after`, in the order of their ids, at most `limit`. */
export async function findUnsettledPayments(
  db: Database,
  organizationId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Payment[]> {
  return (
    db
      .selectFrom('payments')
      .select(payments.aliases)
      // A literal, as in the partial index: with parameters the planner cannot use it.
      .where(sql<boolean>`status in ('pending', 'in_doubt', 'requires_action')`)
      .where('organization_id', '=', organizationId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** Whether an attempt of an organization may still succeed, or a refund is still due, be it that its job was given up. */
export async function isSettling(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select where exists (
      select from payments where organization_id = ${organizationId}::uuid and status in ('pending', 'in_doubt', 'requires_action')
    ) or exists (
      select from jobs where kind = ${duplicateRefundSpec.kind} and dead_at is null and payload ->> 'organizationId' = ${organizationId}
    ) or exists (
      select from jobs where kind = ${duplicateRefundSpec.kind} and dead_at is not null and payload ->> 'organizationId' = ${organizationId}
    )`.execute(tx)
  return rows.length > 0
}

/** Records that the processor was queried about an attempt. */
export async function markQueried(tx: Tx, payment: Payment, now: Date): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ asked_at: now })
    .where('organization_id', '=', payment.organizationId)
    .where('id', '=', payment.id)
    .execute()
}

/** A stored event of a processor. */
export interface StoredEvent {
  readonly organizationId: string
  readonly id: string
  readonly processor: Payment['processor']
  readonly eventId: string
  readonly type: ProcessorEventType
  /** The key of its charge. */
  readonly key: string
}

/** Inserts an event; false when it was received before. */
export async function insertEvent(tx: Tx, event: StoredEvent, now: Date): Promise<boolean> {
  const written = await tx
    .insertInto('payment_events')
    .values({
      organization_id: event.organizationId,
      id: event.id,
      processor: event.processor,
      event_id: event.eventId,
      type: event.type,
      payload: json({ key: event.key }),
      received_at: now,
      worked_at: null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'processor', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** The type of an event and the key of its charge; undefined when the event was processed already. */
export async function findUnprocessedEvent(
  db: Database,
  organizationId: string,
  id: string,
): Promise<Pick<StoredEvent, 'type' | 'key'> | undefined> {
  const row = await db
    .selectFrom('payment_events')
    .select(['type', 'payload'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('worked_at', 'is', null)
    .executeTakeFirst()
  return row && { type: row.type, key: row.payload.key }
}

/** Records that an event was processed. */
export async function markProcessed(tx: Tx, event: Pick<StoredEvent, 'organizationId' | 'id'>, now: Date): Promise<void> {
  await tx
    .updateTable('payment_events')
    .set({ worked_at: now })
    .where('organization_id', '=', event.organizationId)
    .where('id', '=', event.id)
    .execute()
}

/** The payments of purposes whose buyer is no longer to be named. */
export interface ErasedPayments {
  readonly organizationId: string
  readonly purpose: string
  readonly purposeIds: readonly string[]
}

/** Erases the emails of payments. */
export async function deletePaymentEmails(tx: Tx, { organizationId, purpose, purposeIds }: ErasedPayments): Promise<void> {
  await sql`update payments set customer_email = null where organization_id = ${organizationId} and purpose = ${purpose}
    and purpose_id = ${anyOf(purposeIds)}`.execute(tx)
}
