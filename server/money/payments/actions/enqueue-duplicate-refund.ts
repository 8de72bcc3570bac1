import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { duplicateRefundSpec } from '../job-specs.ts'
import type { Payment } from '../model.ts'

/** Enqueues the refund of a payment whose purpose another payment has paid (behaviour 1.1). */
export async function enqueueDuplicateRefund(
  tx: Tx,
  platform: Platform,
  { organizationId, id }: Pick<Payment, 'organizationId' | 'id'>,
): Promise<void> {
  await enqueue(tx, platform, duplicateRefundSpec, { organizationId, paymentId: id }, { key: `payments:refund-duplicate:${id}` })
}
