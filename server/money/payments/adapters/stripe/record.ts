// The objects that belong to a key at Stripe: rows of `stripe_attempts`, `stripe_refunds` and `stripe_customers`.
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import type { RequestKey } from '../../processor.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    stripe_attempts: StripeAttemptsTable
    stripe_refunds: StripeRefundsTable
    stripe_customers: StripeCustomersTable
  }
}

/** Why an attempt failed for good. */
export interface StripeDecline {
  readonly code: string
  readonly sentence: string
  readonly card: { readonly brand: string; readonly last4: string } | null
}

interface StripeAttemptsTable {
  organization_id: string
  id: string
  key: string
  kind: 'payment' | 'setup'
  intent: string | null
  customer: string | null
  has_shared_secret: boolean
  decline: StripeDecline | null
  canceled_at: Date | null
  created_at: Date
}

interface StripeRefundsTable {
  organization_id: string
  id: string
  key: string
  attempt_id: string
  reference: string | null
  created_at: Date
}

interface StripeCustomersTable {
  organization_id: string
  customer_id: string
  reference: string
  created_at: Date
}

const attemptColumns = [
  'organization_id as organizationId',
  'id',
  'key',
  'kind',
  'intent',
  'customer',
  'has_shared_secret as hasSharedSecret',
  'decline',
  'canceled_at as canceledAt',
] as const

/** An attempt at Stripe: its intent, and what Stripe does not say about it. */
export interface StripeAttempt extends RequestKey {
  readonly id: string
  readonly kind: 'payment' | 'setup'
  readonly intent: string | null
  readonly customer: string | null
  readonly hasSharedSecret: boolean
  readonly decline: StripeDecline | null
  readonly canceledAt: Date | null
}

/** A new attempt. */
export interface AttemptDraft extends RequestKey, Pick<StripeAttempt, 'kind' | 'customer' | 'decline'> {
  readonly canceledAt?: Date
  readonly now: Date
}

/** Inserts an attempt unless its key has one. Returns the attempt of the key. */
export async function insertAttempt(
  tx: Tx,
  { organizationId, key, kind, customer, decline, canceledAt, now }: AttemptDraft,
): Promise<{ readonly attempt: StripeAttempt; readonly isNew: boolean }> {
  const id = newId(now)
  const attempt = await tx
    .insertInto('stripe_attempts')
    .values({
      organization_id: organizationId,
      id,
      key,
      kind,
      intent: null,
      customer,
      has_shared_secret: false,
      decline: decline && json(decline),
      canceled_at: canceledAt ?? null,
      created_at: now,
    })
    // An existing row is changed by a cancellation alone, and returned in any case.
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'key'])
        .doUpdateSet({ canceled_at: sql`coalesce(stripe_attempts.canceled_at, excluded.canceled_at)` }),
    )
    .returning(attemptColumns)
    .executeTakeFirstOrThrow()
  return { attempt, isNew: attempt.id === id }
}

/** The attempt of a key. */
export async function attemptOf(db: Database, { organizationId, key }: RequestKey): Promise<StripeAttempt | undefined> {
  const attempts = db.selectFrom('stripe_attempts').select(attemptColumns).where('organization_id', '=', organizationId)
  return attempts.where('key', '=', key).executeTakeFirst()
}

/** The attempt of an intent, or the one that the intent names; undefined where it is none of ours. */
export async function attemptOfIntent(
  db: Database,
  { intent, named }: { readonly intent: string; readonly named: Pick<StripeAttempt, 'organizationId' | 'id'> | null },
): Promise<StripeAttempt | undefined> {
  const attempts = db.selectFrom('stripe_attempts').select(attemptColumns)
  const found = await attempts.where('intent', '=', intent).executeTakeFirst()
  if (found || named === null) return found
  return attempts
    .where('organization_id', '=', named.organizationId)
    .where('id', '=', named.id)
    .where('intent', 'is', null)
    .executeTakeFirst()
}

type AttemptId = Pick<StripeAttempt, 'organizationId' | 'id'>

/** Notes the intent of an attempt before it is confirmed; false where the attempt was canceled meanwhile, and must not be confirmed. */
export async function saveIntent(tx: Tx, { organizationId, id }: AttemptId, intent: string): Promise<boolean> {
  const attempts = tx.updateTable('stripe_attempts').set({ intent }).where('organization_id', '=', organizationId)
  const saved = await attempts.where('id', '=', id).where('canceled_at', 'is', null).returning('id').executeTakeFirst()
  return saved !== undefined
}

/** Notes that the buyer has the secret of an intent. */
export async function saveSharedSecret(tx: Tx, { organizationId, id }: AttemptId): Promise<void> {
  const attempts = tx.updateTable('stripe_attempts').set({ has_shared_secret: true }).where('organization_id', '=', organizationId)
  await attempts.where('id', '=', id).execute()
}

/** Notes why an attempt failed for good. */
export async function saveDecline(tx: Tx, { organizationId, id }: AttemptId, decline: StripeDecline): Promise<void> {
  const attempts = tx
    .updateTable('stripe_attempts')
    .set({ decline: json(decline) })
    .where('organization_id', '=', organizationId)
  await attempts.where('id', '=', id).execute()
}

const refundColumns = ['organization_id as organizationId', 'id', 'key', 'attempt_id as attemptId', 'reference'] as const

/** A refund at Stripe; `reference` is null until its answer has arrived. */
export interface StripeRefund extends RequestKey {
  readonly id: string
  readonly attemptId: string
  readonly reference: string | null
}

/** Inserts a refund unless its key has one. Returns the refund of the key. */
export async function insertRefund(
  tx: Tx,
  { organizationId, key, attemptId, now }: RequestKey & { readonly attemptId: string; readonly now: Date },
): Promise<{ readonly refund: StripeRefund; readonly isNew: boolean }> {
  const id = newId(now)
  const refund = await tx
    .insertInto('stripe_refunds')
    .values({ organization_id: organizationId, id, key, attempt_id: attemptId, reference: null, created_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doUpdateSet({ key: sql`excluded.key` }))
    .returning(refundColumns)
    .executeTakeFirstOrThrow()
  return { refund, isNew: refund.id === id }
}

/** The refund of a key, with the intent of its charge. */
export async function refundOf(
  db: Database,
  { organizationId, key }: RequestKey,
): Promise<(StripeRefund & { readonly intent: string | null }) | undefined> {
  return db
    .selectFrom('stripe_refunds as refund')
    .innerJoin('stripe_attempts as attempt', (join) =>
      join.onRef('attempt.organization_id', '=', 'refund.organization_id').onRef('attempt.id', '=', 'refund.attempt_id'),
    )
    .select([
      'refund.organization_id as organizationId',
      'refund.id',
      'refund.key',
      'refund.attempt_id as attemptId',
      'refund.reference',
      'attempt.intent',
    ])
    .where('refund.organization_id', '=', organizationId)
    .where('refund.key', '=', key)
    .executeTakeFirst()
}

/** Notes the reference of a refund. */
export async function saveRefundReference(tx: Tx, { organizationId, id }: Pick<StripeRefund, 'organizationId' | 'id'>, reference: string) {
  const refunds = tx.updateTable('stripe_refunds').set({ reference }).where('organization_id', '=', organizationId)
  await refunds.where('id', '=', id).execute()
}

/** A customer of ours, or the checkout of a buyer who becomes one. */
export interface CustomerKey {
  readonly organizationId: string
  readonly customerId: string
}

/** The customer at Stripe under which the methods of a customer are saved; undefined before the first one. */
export async function customerReferenceOf(db: Database, { organizationId, customerId }: CustomerKey): Promise<string | undefined> {
  const customers = db.selectFrom('stripe_customers').select('reference').where('organization_id', '=', organizationId)
  return (await customers.where('customer_id', '=', customerId).executeTakeFirst())?.reference
}

/** Forgets a customer that Stripe no longer has: the next one who saves a card gets another. */
export async function deleteCustomerReference(tx: Tx, { organizationId, reference }: { organizationId: string; reference: string }) {
  const customers = tx.deleteFrom('stripe_customers').where('organization_id', '=', organizationId)
  await customers.where('reference', '=', reference).execute()
}

/** Notes the customer at Stripe. */
export async function insertCustomerReference(
  tx: Tx,
  { organizationId, customerId }: CustomerKey,
  created: { reference: string; now: Date },
) {
  await tx
    .insertInto('stripe_customers')
    .values({ organization_id: organizationId, customer_id: customerId, reference: created.reference, created_at: created.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
