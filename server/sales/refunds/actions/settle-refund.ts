import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { type LockedOrder, orders, recordRefund } from '#money/orders/index.ts'
import type { RefundOutcome } from '#money/payments/model.ts'
import { postRefund } from '#money/payouts/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { creditedAmount, type Refund, type RefundStatus } from '../model.ts'
import { refundList } from '../reads.ts'
import { applyRefundOutcome } from '../rules.ts'
import { refunds } from '../store.ts'
import { type FullRefund, toRefundWire } from '../wire.ts'

/** The outcome of a refund, to be recorded. */
export interface SettleRefundInput {
  readonly platform: Platform
  readonly refund: Pick<Refund, 'organizationId' | 'id' | 'orderId'>
  readonly outcome: RefundOutcome
  readonly now: Date
}

/**
 * Records the processor's answer about a refund: its status, that of its order, the entry of the ledger, and the events in the order of
 * behaviour H10. The order is locked first. Idempotent: a repeated or stale answer changes nothing.
 */
export async function settleRefund(tx: Tx, { platform, refund: about, outcome, now }: SettleRefundInput): Promise<FullRefund> {
  const { organizationId, id, orderId } = about
  const order = present(await orders.lock(tx, [organizationId], orderId), 'The order of a refund')
  const refund = present(await refunds.lock(tx, [organizationId], id), 'A refund to settle')
  const { next, events } = applyRefundOutcome(refund, outcome, now)
  await refunds.save(tx, next)
  const tail = sql`where refunds.organization_id = ${organizationId} and refunds.id = ${id}`
  const [full] = await refundList.select(tx, tail, platform)
  const read = present(full, 'A settled refund')
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: id, payload: toRefundWire(read), now })
  if (next.status === refund.status) return read
  const { amount, taxAmount } = next
  const change = { amount, taxAmount, from: stateOf(refund.status), to: stateOf(next.status), now }
  await recordRefund(tx, platform, { order, change })
  if (change.from === 'succeeded' || change.to === 'succeeded') await post(tx, { order, refund: next, now })
  return read
}

/** How a refund counts on its order. */
function stateOf(status: RefundStatus): 'none' | 'pending' | 'succeeded' {
  return status === 'pending' || status === 'succeeded' ? status : 'none'
}

async function post(
  tx: Tx,
  { order, refund, now }: { readonly order: LockedOrder; readonly refund: Refund; readonly now: Date },
): Promise<void> {
  const { organizationId, id, orderId, customerId, currency } = refund
  await postRefund(tx, {
    kind: refund.status === 'succeeded' ? 'refund' : 'refund_reversal',
    amounts: { net: refund.amount, tax: refund.taxAmount, returned: refund.returnedAmount, credited: creditedAmount(refund) },
    isPlatformSale: order.platformFeeAmount !== null,
    context: { organizationId, source: `refund:${id}`, orderId, customerId, currency, now },
  })
}
