import { present } from '#kernel/assert.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { acceptDispute, contestDispute, findPayment } from '#money/payments/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Database, RunTransaction } from '#platform/database/database.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import { readDispute } from '../reads.ts'
import { disputeRefusals } from '../refusals.ts'
import { disputes } from '../store.ts'
import { type DisputeWire, toDisputeWire } from '../wire.ts'
import { recordDispute } from './record-dispute.ts'

/** The answer of a merchant to a dispute of one of the tenants: evidence against it, or null to accept it. */
export interface SendAnswerInput extends AuditContext {
  readonly tenants: readonly string[]
  readonly id: string
  readonly evidence: string | null
  readonly db: Database
  readonly transaction: RunTransaction
  readonly settle: Settle
}

/**
 * Sends the answer to the processor, between transactions, and records what the dispute is then. 404; 403 for a dispute that does not wait
 * for an answer; 503 without an answer of the processor, which takes the same one again.
 */
export async function sendAnswer(input: SendAnswerInput): Promise<DisputeWire> {
  const { platform, tenants, id, evidence, transaction } = input
  const dispute = (await disputes.find(input.db, tenants, id)) ?? refuse(disputeRefusals.ResourceNotFound)
  const { organizationId, paymentId } = dispute
  refuseWhen(dispute.status !== 'needs_response', disputeRefusals.DisputeNotOpen)
  const payment = present(await findPayment(input.db, organizationId, paymentId), 'The payment of a dispute')
  const charge = { organizationId, processor: payment.processor, key: payment.idempotencyKey }
  const finding = await (evidence === null ? acceptDispute(platform, charge) : contestDispute(platform, { ...charge, evidence }))
  if (finding.kind !== 'found') return refuse(disputeRefusals.DisputeUnanswered)
  return transaction(async (tx) => {
    await recordDispute(tx, platform, { payment, found: finding.dispute })
    const answered = await readDispute(tx, platform, { organizationId, id })
    const action = evidence === null ? 'dispute.accepted' : 'dispute.contested'
    const details = { number: answered.order.number }
    await recordAudit(tx, input, { action, organizationId, target: { type: 'dispute', id }, details })
    const body = toDisputeWire(answered, platform.settings.BASE_URL)
    await input.settle(tx, { body })
    return body
  })
}
