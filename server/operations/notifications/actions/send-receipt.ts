import { newId } from '#kernel/id.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { noteReceipt } from '#money/billing/orders/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { sendNotificationJob } from '../jobs.ts'
import { notificationRefusals } from '../refusals.ts'
import { receiptLimit } from '../rules.ts'
import { findPaidOrder, type OrderKey, receiptSpec } from './read-receipt.ts'

/**
 * Queues the receipt of a paid order once more, to the present email of its customer. Above `receiptLimit` 429; refused once the customer
 * is deleted. If it may not be sent after all, the order says why (`receiptNotSent`).
 */
export async function sendReceipt(tx: Tx, by: AuditContext, key: OrderKey): Promise<void> {
  const { platform, now } = by
  const full = await findPaidOrder(tx, platform, key)
  const { organizationId, id, number, receiptNotSent } = full.order
  refuseWhen(full.customer.deletedAt !== null, notificationRefusals.ReceiptUnavailable)
  const wait = await platform.limits.hitStored(tx, receiptLimit, id, now)
  if (wait > 0) throw new TooManyRequests(receiptLimit, wait)
  if (receiptNotSent !== null) await noteReceipt(tx, { organizationId, id, notSent: null })
  await enqueue(tx, platform, sendNotificationJob, {
    email: 'receipt',
    organizationId,
    isRequested: true,
    key: `receipt:${id}:${newId(now)}`,
    ...receiptSpec(full, platform),
  })
  await recordAudit(tx, by, { action: 'order.receipt_sent', organizationId, target: { type: 'order', id }, details: { number } })
}
