import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { duplicateRefundSpec } from '../job-specs.ts'
import type { Payment } from '../model.ts'

/** Enqueues the refund of a payment whose purpose another payment has paid (behaviour 1.1). */
export async function enqueueDuplicateRefund(
  tx: Tx,
  platform: Platform,
  payment: Pick<Payment, 'organizationId' | 'id'> & { readonly now: Date },
): Promise<void> {
  const { organizationId, id, now } = payment
  await enqueue(tx, platform, duplicateRefundSpec, { organizationId, paymentId: id }, { now, key: `payments:refund-duplicate:${id}` })
}
