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

/** The attempts in flight that are looked for at once. */
const IN_FLIGHT_MAX = 100

/** The rows of attempts. */
export const payments = table('payments', paymentColumns)

/** The same without set-ups, which move no money: they save a payment method alone. */
export const moneyPayments = table('payments', paymentColumns, { existing: sql<boolean>`payments.amount > 0` })

/** Inserts attempts, except those with a key that an attempt has. Returns the ids of the inserted ones. */
export async function insertPayments(tx: Tx, attempts: readonly Payment[]): Promise<ReadonlySet<string>> {
  if (attempts.length === 0) return new Set()
  const written = await payments
    .inserting(tx, attempts)
    .onConflict((conflict) => conflict.columns(['organization_id', 'idempotency_key']).doNothing())
    .returning('id')
    .execute()
  return new Set(written.map(({ id }) => id as string))
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

// A literal, as in the partial indexes: with parameters the planner cannot use them.
const isUnsettledRow = sql<boolean>`status in ('pending', 'in_doubt', 'requires_action')`

/** The attempts of one purpose since an instant. */
export interface AttemptFilter extends Pick<Payment, 'organizationId' | 'purpose' | 'purposeId'> {
  readonly since: Date
}

/** The newest attempt of a purpose; undefined where there was none. */
export async function findNewestAttempt(db: Database, of: Omit<AttemptFilter, 'since'>): Promise<Payment | undefined> {
  const { organizationId, purpose, purposeId } = of
  const [newest] = await payments.select(
    db,
    sql`where organization_id = ${organizationId} and purpose = ${purpose} and purpose_id = ${purposeId}
      order by created_at desc, id desc limit 1`,
  )
  return newest
}

/** When attempts of any outcome were made, newest first, at most `limit`. */
export async function findAttemptTimes(db: Database, filter: AttemptFilter, limit: number): Promise<Date[]> {
  const { organizationId, purpose, purposeId, since } = filter
  const attempts = await db
    .selectFrom('payments')
    .select('created_at')
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', purpose)
    .where('purpose_id', '=', purposeId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return attempts.map(({ created_at }) => created_at)
}

/** When `nextStep` has something to do for an unsettled attempt. */
const nextStepAt = sql<Date>`case when status = 'requires_action' then created_at + make_interval(secs => ${sql.lit(ACTION_SECONDS)})
  else coalesce(asked_at, created_at) + make_interval(secs => ${sql.lit(QUERY_AFTER_SECONDS)}) end`

/** Whose attempts to find: those of one organization, or of all. */
interface DueFilter {
  readonly organizationId: string | undefined
  readonly limit: number
}

/**
 * Unsettled attempts that are due to be queried or canceled (`nextStep` decides), at most `limit`. Over all organizations also those in
 * doubt of merchants whose time stands still: it would never reach the next query.
 */
export async function findDuePayments(db: Database, clock: Clock, { organizationId, limit }: DueFilter): Promise<Payment[]> {
  const isStuck = sql`status <> 'requires_action' and organization_id = ${anyOf([...clock.frozenTimes.keys()])}`
  const isDue =
    organizationId === undefined
      ? sql`(${nextStepAt} <= ${merchantTime(clock, 'payments.organization_id')} or ${isStuck})`
      : sql`organization_id = ${organizationId} and ${nextStepAt} <= ${clock.now({ organizationId })}`
  return payments.select(db, sql`where ${isUnsettledRow} and ${isDue} order by coalesce(asked_at, created_at) limit ${limit}`)
}

/** When the next unsettled attempt of an organization is due to be queried or canceled, in its merchant's time; null without one. */
export async function nextPaymentStep(db: Database, organizationId: string): Promise<Date | null> {
  const next = await db
    .selectFrom('payments')
    .select(sql<Date | null>`min(${nextStepAt})`.as('at'))
    .where('organization_id', '=', organizationId)
    .where(isUnsettledRow)
    .executeTakeFirst()
  return next?.at ?? null
}

/** The open attempts of an organization with ids above `after`, in the order of their ids, at most `limit`. */
export async function findUnsettledPayments(
  db: Database,
  organizationId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .select(payments.aliases)
    .where(isUnsettledRow)
    .where('organization_id', '=', organizationId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The attempts, by their ids, whose processor has not answered yet; those that wait for the buyer are left out. At most a hundred. */
export async function findCallsInFlight(db: Database, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from payments where ${isUnsettledRow} and status <> 'requires_action'
    and organization_id = ${organizationId} order by id limit ${IN_FLIGHT_MAX}`.execute(db)
  return rows.map(({ id }) => id)
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
