import { z } from 'zod'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { sendOwnerNotification } from './actions/send-owner-notification.ts'
import { sendReceipt } from './actions/send-receipt.ts'

const sendReceiptJob = job({
  kind: 'notifications:send-receipt',
  payload: z.object({
    organizationId: z.string(),
    orderId: z.string(),
    address: z.string(),
    product: z.string(),
    items: z.array(z.object({ label: z.string(), amount: z.int() })),
    discountAmount: z.int(),
    taxAmount: z.int(),
    totalAmount: z.int(),
    currency: z.string(),
    paidAt: z.string(),
  }),
  run: (order, platform) => sendReceipt(platform, order),
})

/** Enqueued by higher modules through `enqueueOwnerNotification`. */
export const sendOwnerNotificationJob = job({
  kind: 'notifications:write-to-owners',
  payload: z.object({
    organizationId: z.string(),
    endpointId: z.string(),
    endpoint: z.string(),
    reason: z.enum(['gone', 'failing', 'silent']),
    at: z.string(),
  }),
  run: (notification, platform) => sendOwnerNotification(platform, notification),
})

export const jobs: readonly JobKind[] = [sendReceiptJob, sendOwnerNotificationJob] as JobKind[]

export const listeners: readonly Listener[] = [
  on(['order.paid'], 'notifications:receipt', async (tx, { organizationId, payload: order, happenedAt }, { platform }) => {
    if (organizationId === null) return
    const payload = {
      organizationId,
      orderId: order.id,
      address: order.customer.email,
      product: order.product.name,
      items: order.items.map(({ label, amount }) => ({ label, amount })),
      discountAmount: order.discount_amount,
      taxAmount: order.tax_amount,
      totalAmount: order.total_amount,
      currency: order.currency,
      paidAt: happenedAt.toISOString(),
    }
    await enqueue(tx, platform, sendReceiptJob, payload, { key: `receipt:${order.id}` })
  }),
]
