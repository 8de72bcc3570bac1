import { newId } from '#kernel/id.ts'
import { type LockedOrder, recordOrderDispute } from '#money/billing/orders/index.ts'
import { recordReversal } from '#money/billing/tax-records/index.ts'
import { postDispute } from '#money/books/payouts/index.ts'
import type { Dispute as FoundDispute, Payment } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { importedAmounts, revokeCredit } from '#sales/returns/refunds/index.ts'
import type { Dispute } from '../model.ts'
import { readDispute } from '../reads.ts'
import { type AppliedDispute, applyDispute } from '../rules.ts'
import { disputes, findByReference, lockPaidOrder } from '../store.ts'
import { toDisputeWire } from '../wire.ts'

/** A dispute of a payment as its processor has it now. */
export interface RecordDisputeInput {
  readonly payment: Pick<Payment, 'organizationId' | 'id' | 'processor'>
  readonly found: FoundDispute
}

/**
 * Records a dispute and what follows for the books and the order, in the transaction; the order is locked first. Idempotent: the same or a
 * stale answer changes nothing. A payment without an order is one that goes back as a duplicate: it is logged.
 */
export async function recordDispute(tx: Tx, platform: Platform, { payment, found }: RecordDisputeInput): Promise<void> {
  const { organizationId, id: paymentId } = payment
  const order = await lockPaidOrder(tx, organizationId, paymentId)
  if (!order) {
    platform.log.warn('dispute_not_recorded', { organizationId, paymentId, reference: found.reference })
    return
  }
  const now = platform.clock.now({ organizationId })
  const stored = await findByReference(tx, organizationId, found.reference)
  const applied = applyDispute(stored, { found, opened: openedOf(order, { payment, found, now }), now })
  if (!applied) return
  if (stored) await disputes.save(tx, applied.next)
  else await disputes.insert(tx, applied.next)
  await settleEffects(tx, platform, { applied, order, now })
}

interface SettledEffects {
  readonly applied: AppliedDispute
  readonly order: LockedOrder
  readonly now: Date
}

async function settleEffects(tx: Tx, platform: Platform, { applied, order: disputed, now }: SettledEffects): Promise<void> {
  const { next: dispute, effects, openedFee } = applied
  const effect = effects.at(-1)
  if (effect === undefined) return
  const lostTotal = effect === 'lose' ? dispute.amount + dispute.taxAmount : 0
  const order = await revokeCredit(tx, platform, { order: disputed, amount: lostTotal, cause: `dispute:${dispute.id}`, now })
  const { organizationId, id, orderId, currency, amount, taxAmount, feeAmount: fee } = dispute
  const context = { organizationId, source: `dispute:${id}`, orderId, customerId: null, currency, now }
  const toPost = { amounts: { net: amount, tax: taxAmount, fee }, openedFee, isPlatformSale: order.platformFeeAmount !== null, context }
  for (const each of effects) await postDispute(tx, { ...toPost, effect: each })
  const total = amount + taxAmount
  // A dispute that is opened and decided at once is never pending.
  const isDecided = effect !== 'open'
  const pendingOf = (part: number) => (effects.includes('open') ? part : 0) - (isDecided ? part : 0)
  const pending = { pendingChange: pendingOf(total), pendingTaxChange: pendingOf(taxAmount) }
  await recordOrderDispute(tx, platform, { order, ...pending, lost: effect === 'lose' ? { amount, taxAmount } : null, now })
  if (effect === 'lose') await recordReversal(tx, { order, cause: { kind: 'dispute', id }, kind: 'reversal', amount, taxAmount, now })
  const payload = toDisputeWire(await readDispute(tx, platform, { organizationId, id }), platform.settings.BASE_URL)
  const name = isDecided ? 'dispute.resolved' : 'dispute.opened'
  await emit(tx, platform, { name, organizationId, resourceId: id, payload, now })
}

function openedOf(order: LockedOrder, { payment, found, now }: RecordDisputeInput & { readonly now: Date }): Dispute {
  return {
    id: newId(now),
    organizationId: order.organizationId,
    orderId: order.id,
    customerId: order.customerId,
    paymentId: payment.id,
    processor: payment.processor,
    reference: found.reference,
    status: found.status,
    ...importedAmounts(order, found.amount),
    feeAmount: found.feeAmount,
    currency: order.currency,
    reason: found.reason,
    evidenceDueBy: found.evidenceDueBy,
    createdAt: now,
    modifiedAt: null,
  }
}
