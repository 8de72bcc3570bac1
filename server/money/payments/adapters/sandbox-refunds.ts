// The refunds and disputes of the sandbox.
import type { RawBuilder } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Platform } from '#platform/platform.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import type { SandboxFault } from '../cards.ts'
import { sandboxCard } from '../cards.ts'
import { sandboxDisputeSpec, sandboxRefundSpec } from '../job-specs.ts'
import type { Dispute, DisputeFinding, RecordedRefund, RefundAnswer, RefundRequest, RequestKey } from '../processor.ts'
import type { SandboxRefundsTable } from './sandbox-account.ts'
import { type Deliver, type SandboxEvent, updateCharge } from './sandbox-charges.ts'

/** Seconds until the bank has confirmed a refund that takes its time. */
const PENDING_SECONDS = 60
const DISPUTE_FEE = 1500
/** The evidence by which a test decides a dispute. */
export const LOSING_EVIDENCE = 'loses'
const verdicts: Readonly<Record<string, Dispute['status']>> = { wins: 'won', [LOSING_EVIDENCE]: 'lost' }
/** The time in which the merchant can send evidence. */
const EVIDENCE_MS = 7 * 86_400_000

const ownRefundLimit: ResourceLimit = {
  setting: 'REFUND_LIMIT',
  table: 'sandbox_refunds',
  ownedBy: 'charge_id',
  things: 'refunds of a charge',
}

const refundColumns = ['id', 'key', 'charge_id', 'amount', 'status', 'created_at'] as const

type Refund = Pick<SandboxRefundsTable, (typeof refundColumns)[number]>

/** The answer to a request to refund; with the fault of the charge's token and the event of the refund where the request has made it. */
export interface InsertRefundResult {
  readonly answer: RefundAnswer
  readonly fault?: SandboxFault | null
  readonly event?: SandboxEvent
}

/**
 * Refunds a part of a charge once for a key; a pending refund is decided by a job a minute later, or by a request that comes later in the
 * merchant's time.
 */
export async function insertRefund(
  tx: Tx,
  platform: Platform,
  { deliver, ...request }: RefundRequest & { readonly deliver: Deliver },
): Promise<InsertRefundResult> {
  const { organizationId, key, chargeKey, amount } = request
  const charge = await lockCharge(tx, { organizationId, key: chargeKey })
  const existing = await refundOf(tx, request)
  if (existing) {
    const isDecided = platform.clock.now({ organizationId }).getTime() - existing.created_at.getTime() >= PENDING_SECONDS * 1000
    if (existing.status === 'pending' && isDecided) await resolveRefund(tx, { organizationId, refundId: existing.id, deliver })
    return { answer: refundAnswer((await refundOf(tx, request)) ?? existing) }
  }
  return insertInto(tx, platform, { organizationId, charge, key, amount })
}

/** A refund of a charge of one of the tenants that is made at the sandbox itself; all that is left of the charge without an amount. */
export interface OwnRefund {
  readonly tenants: readonly string[]
  readonly chargeId: string
  /** Minor units. */
  readonly amount: number | undefined
}

/** The answer to a request to refund, with the charge, the refunded amount in minor units and the event of the refund. */
export interface InsertOwnRefundResult extends InsertRefundResult {
  readonly organizationId: string
  readonly amount: number
  readonly currency: string
}

/**
 * Refunds a part of a charge as its merchant does in the dashboard of a processor, within the limit of refunds of the charge. Undefined for
 * an unknown charge.
 */
export async function insertOwnRefund(
  tx: Tx,
  platform: Platform,
  { tenants, chargeId, amount }: OwnRefund,
): Promise<InsertOwnRefundResult | undefined> {
  const charge = await lockCharge(tx, { tenants, id: chargeId })
  if (!charge) return undefined
  const { organization_id: organizationId, currency } = charge
  const refunded = amount ?? charge.amount - charge.refunded_amount
  const result = await insertInto(tx, platform, { organizationId, charge, key: null, amount: refunded })
  return { ...result, organizationId, amount: refunded, currency }
}

interface NewRefund {
  readonly organizationId: string
  readonly charge: Awaited<ReturnType<typeof lockCharge>>
  readonly key: string | null
  readonly amount: number
}

async function insertInto(tx: Tx, platform: Platform, { organizationId, charge, key, amount }: NewRefund): Promise<InsertRefundResult> {
  if (!charge || (charge.status !== 'succeeded' && charge.status !== 'refunded') || charge.amount === 0)
    return { answer: failed('not_charged') }
  const refundedAmount = charge.refunded_amount + amount
  if (refundedAmount > charge.amount || amount === 0) return { answer: failed('amount_too_large') }
  const now = platform.clock.now({ organizationId })
  const isPending = sandboxCard(charge.card ?? '')?.refund !== 'succeeds'
  const refund = { id: newId(now), key, charge_id: charge.id, amount, status: isPending ? 'pending' : 'succeeded' } as const
  const insert = async (charge_id: string | RawBuilder<string>) => {
    await tx
      .insertInto('sandbox_refunds')
      .values({ ...refund, charge_id, organization_id: organizationId, created_at: now })
      .execute()
  }
  const status = refundedAmount === charge.amount ? 'refunded' : 'succeeded'
  await sendAhead(() => updateCharge(tx, { organizationId, id: charge.id }, { status, refunded_amount: refundedAmount }))
  // A refund at the limit is refused here: the error of a statement that is sent ahead would reach the next statement.
  if (key === null) await withinLimit(platform, { limit: ownRefundLimit, owner: charge.id }, insert)
  else await sendAhead(() => insert(charge.id))
  const later = { delaySeconds: PENDING_SECONDS }
  if (isPending) await enqueue(tx, platform, sandboxRefundSpec, { organizationId, refundId: refund.id }, later)
  const event = { organizationId, key: charge.key, type: 'refund.updated', eventId: `${refund.id}:refund.${refund.status}` } as const
  return { answer: refundAnswer(refund), fault: charge.fault, event }
}

const failed = (reason: 'not_charged' | 'amount_too_large') => ({ kind: 'failed', reference: null, reason }) as const

const referenceOf = ({ id }: Pick<Refund, 'id'>) => `sandbox_re_${id}`

function refundAnswer({ id, status }: Pick<Refund, 'id' | 'status'>): RefundAnswer {
  const reference = referenceOf({ id })
  return status === 'failed' ? { kind: 'failed', reference, reason: 'refused_by_bank' } : { kind: status, reference }
}

/** The refund of a key as it stands. */
export async function findRefundOf(db: Platform['database']['db'], request: RequestKey): Promise<RefundAnswer | undefined> {
  const refund = await refundOf(db, request)
  return refund && refundAnswer(refund)
}

function refundOf(db: Pick<Platform['database']['db'], 'selectFrom'>, { organizationId, key }: RequestKey): Promise<Refund | undefined> {
  const refunds = db.selectFrom('sandbox_refunds').select(refundColumns).where('organization_id', '=', organizationId)
  return refunds.where('key', '=', key).executeTakeFirst()
}

/** The refunds of a charge, oldest first. */
export async function refundsOf(db: Platform['database']['db'], { organizationId, key }: RequestKey): Promise<RecordedRefund[]> {
  const found = await db
    .selectFrom('sandbox_refunds as refund')
    .innerJoin('sandbox_charges as charge', (join) =>
      join.onRef('charge.organization_id', '=', 'refund.organization_id').onRef('charge.id', '=', 'refund.charge_id'),
    )
    .select(['refund.id', 'refund.key', 'refund.amount', 'refund.status'])
    .where('charge.organization_id', '=', organizationId)
    .where('charge.key', '=', key)
    .orderBy('refund.id')
    .execute()
  return found.map((refund) => ({ key: refund.key, amount: refund.amount, reference: referenceOf(refund), outcome: refundAnswer(refund) }))
}

/** Decides a pending refund as its card says, and sends an event. */
export async function resolveRefund(
  tx: Tx,
  { organizationId, refundId, deliver }: { readonly organizationId: string; readonly refundId: string; readonly deliver: Deliver },
): Promise<void> {
  const refunds = tx.selectFrom('sandbox_refunds').select(refundColumns).where('organization_id', '=', organizationId)
  const refund = await refunds.where('id', '=', refundId).executeTakeFirst()
  const charge = refund && (await lockCharge(tx, { organizationId, id: refund.charge_id }))
  if (!charge || refund.status !== 'pending') return
  const isRefused = sandboxCard(charge.card ?? '')?.refund === 'fails'
  const status = isRefused ? 'failed' : 'succeeded'
  await tx
    .updateTable('sandbox_refunds')
    .set({ status })
    .where('organization_id', '=', organizationId)
    .where('id', '=', refundId)
    .where('status', '=', 'pending')
    .execute()
  const returned = { status: 'succeeded', refunded_amount: charge.refunded_amount - refund.amount } as const
  if (isRefused) await updateCharge(tx, { organizationId, id: charge.id }, returned)
  await deliver(tx, { organizationId, key: charge.key, type: 'refund.updated', eventId: `${refund.id}:refund.${status}` })
}

/** Evidence against the dispute of a charge. */
type Evidence = RequestKey & { readonly evidence: string; readonly deliver: Deliver }

/**
 * Records the evidence against a dispute that waits for it, and sends an event when the dispute changes. Evidence that decides nothing is
 * reviewed by the bank; a job decides a minute later.
 */
export async function contestDispute(tx: Tx, platform: Platform, { organizationId, key, evidence, deliver }: Evidence): Promise<void> {
  const charge = await lockCharge(tx, { organizationId, key })
  if (charge?.dispute_status !== 'needs_response') return
  const status = Object.hasOwn(verdicts, evidence) ? verdicts[evidence] : undefined
  const next = status ?? 'under_review'
  await updateCharge(tx, { organizationId, id: charge.id }, { dispute_status: next })
  await deliver(tx, { organizationId, key, type: 'dispute.updated', eventId: `${charge.id}:dispute.${next}` })
  const review = { organizationId, chargeId: charge.id }
  if (next === 'under_review') await enqueue(tx, platform, sandboxDisputeSpec, review, { delaySeconds: PENDING_SECONDS })
}

/** Decides a dispute under review for the merchant, and sends an event. */
export async function resolveDispute(
  tx: Tx,
  { organizationId, chargeId, deliver }: { readonly organizationId: string; readonly chargeId: string; readonly deliver: Deliver },
): Promise<void> {
  const charge = await lockCharge(tx, { organizationId, id: chargeId })
  if (charge?.dispute_status !== 'under_review') return
  await updateCharge(tx, { organizationId, id: chargeId }, { dispute_status: 'won' })
  await deliver(tx, { organizationId, key: charge.key, type: 'dispute.updated', eventId: `${chargeId}:dispute.won` })
}

/** The dispute of a charge as it stands. */
export async function findDisputeOf(db: Platform['database']['db'], { organizationId, key }: RequestKey): Promise<DisputeFinding> {
  const charges = db
    .selectFrom('sandbox_charges')
    .select(['id', 'amount', 'refunded_amount', 'dispute_status', 'created_at'])
    .where('organization_id', '=', organizationId)
  const charge = await charges.where('key', '=', key).executeTakeFirst()
  if (!charge?.dispute_status) return { kind: 'absent' }
  const { id, dispute_status: status, created_at: openedAt } = charge
  const amount = charge.amount - charge.refunded_amount
  const evidenceDueBy = status === 'needs_response' ? new Date(openedAt.getTime() + EVIDENCE_MS) : null
  const terms = { feeAmount: status === 'won' ? 0 : DISPUTE_FEE, reason: 'fraudulent', evidenceDueBy }
  return { kind: 'found', dispute: { reference: `sandbox_dp_${id}`, status, amount, ...terms } }
}

type ChargeKey = ({ readonly organizationId: string } | { readonly tenants: readonly string[] }) &
  ({ readonly key: string } | { readonly id: string })

async function lockCharge(tx: Tx, by: ChargeKey) {
  const charges = tx
    .selectFrom('sandbox_charges')
    .select(['id', 'organization_id', 'key', 'status', 'amount', 'currency', 'refunded_amount', 'card', 'dispute_status', 'fault'])
    .where(({ eb, val }) => eb('organization_id', '=', eb.fn.any(val('tenants' in by ? [...by.tenants] : [by.organizationId]))))
  return ('id' in by ? charges.where('id', '=', by.id) : charges.where('key', '=', by.key)).forUpdate().executeTakeFirst()
}
