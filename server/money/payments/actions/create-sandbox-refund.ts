import type { z } from 'zod'
import { invalid, valueProblem } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { insertOwnRefund } from '../adapters/sandbox-refunds.ts'
import type { sandboxRefund, sandboxRefundCreate } from '../wire.ts'
import { receiveEvent } from './receive-event.ts'

/** A refund of a charge of one of the tenants. */
export interface CreateSandboxRefundInput {
  readonly tenants: readonly string[]
  readonly body: z.output<typeof sandboxRefundCreate>
}

/**
 * Refunds a charge at the sandbox itself, as a merchant does in the dashboard of a processor. Nothing of ours records it before the event
 * that the processor sends. Refuses an unknown or unpaid charge and more than what is left of it (422).
 */
export async function createSandboxRefund(
  tx: Tx,
  by: AuditContext,
  { tenants, body }: CreateSandboxRefundInput,
): Promise<z.output<typeof sandboxRefund>> {
  const refund = await insertOwnRefund(tx, by.platform, { tenants, chargeId: body.charge_id, amount: body.amount ?? undefined })
  if (!refund) return invalid([valueProblem(['body', 'charge_id'], 'The charge does not exist.')])
  const { answer, event, organizationId, amount, currency } = refund
  if (answer.kind === 'failed') {
    const isUnpaid = answer.reason === 'not_charged'
    const sentence = isUnpaid ? 'The charge is not paid.' : 'This is more than what is left of the charge.'
    return invalid([valueProblem(['body', isUnpaid ? 'charge_id' : 'amount'], sentence)])
  }
  if (event) await receiveEvent(tx, by.platform, { ...event, processor: 'sandbox' })
  await recordAudit(tx, by, {
    action: 'sandbox.refunded',
    organizationId,
    target: { type: 'sandbox_charge', id: body.charge_id },
    details: { amount, currency },
  })
  return { reference: answer.reference, charge_id: body.charge_id, amount, currency, status: answer.kind }
}
