import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { refundTwice } from '../job-specs.ts'
import type { Payment } from '../model.ts'

/** Orders that a payment goes back whose purpose was paid by another one (behaviour 1.1). */
export async function orderRefundOfDuplicate(
  tx: Tx,
  platform: Platform,
  payment: Pick<Payment, 'organizationId' | 'id'> & { readonly now: Date },
): Promise<void> {
  const { organizationId, id, now } = payment
  await enqueue(tx, platform, refundTwice, { organizationId, paymentId: id }, { now, key: `payments:refund-duplicate:${id}` })
}
