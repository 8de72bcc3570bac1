// The decisions of the banks of the sandbox after the answer to a request.
import type { Tx } from '#platform/database/database.ts'
import { sandboxCard } from '../cards.ts'
import { type Charge, chargeColumns, chargeEvent, completeCharge, type Deliver, updateCharge } from './sandbox-charges.ts'

/** Seconds that a bank takes to decide. */
export const DECISION_SECONDS = 60

/**
 * Acts as the page of the customer's bank: approves or declines the attempt whose action secret has this digest, and sends an
 * event. An approved one may still be declined by its card. A second answer changes nothing. Undefined when no attempt has the secret.
 */
export async function resolveSandboxCharge(
  tx: Tx,
  request: { readonly digest: string; readonly isApproved: boolean; readonly deliver: Deliver },
): Promise<Exclude<Charge['status'], 'requires_action' | 'processing'> | undefined> {
  const charge = await tx
    .selectFrom('sandbox_charges')
    .select([...chargeColumns, 'organization_id as organizationId'])
    .where('action_secret_digest', '=', request.digest)
    .forUpdate()
    .executeTakeFirst()
  if (!charge || charge.status === 'processing') return undefined
  if (charge.status !== 'requires_action') return charge.status
  const approved = sandboxCard(charge.card ?? '')?.approved ?? 'succeeds'
  const declineCode = request.isApproved ? (approved === 'succeeds' ? null : approved) : 'authentication_failed'
  const status = declineCode === null ? 'succeeded' : 'declined'
  await updateCharge(tx, charge, { status, decline_code: declineCode })
  await completeCharge(tx, { ...charge, status }, request.deliver)
  await request.deliver(tx, chargeEvent({ id: charge.id, status }, charge))
  return status
}

/** Declines a charge that its bank has not decided yet, and sends an event; does nothing to one that was canceled meanwhile. */
export async function declineCharge(
  tx: Tx,
  { organizationId, chargeId, deliver }: { readonly organizationId: string; readonly chargeId: string; readonly deliver: Deliver },
): Promise<void> {
  const declined = await tx
    .updateTable('sandbox_charges')
    .set({ status: 'declined', decline_code: 'insufficient_funds' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', chargeId)
    .where('status', '=', 'processing')
    .returning('key')
    .executeTakeFirst()
  if (declined) await deliver(tx, chargeEvent({ id: chargeId, status: 'declined' }, { organizationId, key: declined.key }))
}
