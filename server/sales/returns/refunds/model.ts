import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'
import { flag, type Model, metadata, money, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'

export const refundStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const refundReasons = [
  'duplicate',
  'fraudulent',
  'customer_request',
  'service_disruption',
  'satisfaction_guarantee',
  'other',
] as const

/** The schema of a refund's reason. */
export const refundReason = z.enum(refundReasons).meta({ id: 'RefundReason' })

/** The schema of why a refund failed. */
export const refundFailure = z.enum(['amount_too_large', 'not_charged', 'refused_by_bank']).meta({ id: 'RefundFailure' })

export const refundColumns = {
  ...recorded,
  status: oneOf<RefundStatus>(z.enum(refundStatuses).meta({ id: 'RefundStatus' })),
  reason: oneOf(refundReason).fixed().meta({ description: 'Why the order was refunded.' }),
  amount: money().fixed().meta({ description: 'What was refunded before tax, in minor units.' }),
  taxAmount: money().fixed().meta({ description: 'The tax that was refunded with the amount, in minor units.' }),
  currency: text().fixed(),
  orderId: uuid().fixed().meta({ description: 'The order.' }),
  customerId: uuid().fixed(),
  revokeBenefits: flag().fixed().meta({ description: 'Whether the benefits of the order are revoked when the refund succeeds.' }),
  isDuplicatePayment: flag()
    .fixed()
    .meta(added('Whether it returns a second payment of an order that was paid already: the order itself is not refunded.')),
  comment: text().nullable().fixed().meta(added('A note of the merchant, which the customer does not see.')),
  failureReason: oneOf(refundFailure).nullable().meta(added('Why it failed; null unless it has.')),
  returnedAmount: money()
    .fixed()
    .meta(added('What goes back to the payment, in minor units; the rest of the total becomes credit of the customer.')),
  metadata: metadata().fixed(),
  paymentId: uuid().nullable().fixed().private(),
  /** The key of the refund at the processor, which refunds at most once for it; of one that was made there, `importedKey`. */
  idempotencyKey: text().fixed().private(),
  /** Whether `refund.created` was emitted: with the first answer of the processor. */
  isAnnounced: flag().private(),
  /** When the processor was last queried for its outcome. */
  queriedAt: time().nullable().private(),
} as const

/**
 * A refund of an order: `amount` before tax and its `taxAmount`, in minor units; times are UTC. `pending`: requested, and reserved on the
 * order · `failed`: nothing was refunded, or the bank has sent it back.
 */
export type Refund = Model<typeof refundColumns>

/** The part that becomes credit of the customer, in minor units (rule W5). */
export function creditedAmount({ amount, taxAmount, returnedAmount }: Pick<Refund, 'amount' | 'taxAmount' | 'returnedAmount'>): number {
  return amount + taxAmount - returnedAmount
}

/** The beginning of the keys of refunds that were made at the processor itself. */
export const IMPORTED = 'imported:'

/** The key of a refund that was made at the processor itself. The processor does not know it. */
export function importedKey(reference: string): string {
  return `${IMPORTED}${reference}`
}

/** Whether a refund was made at the processor itself: it is looked up by its payment, and never requested. */
export function isImported({ idempotencyKey }: Pick<Refund, 'idempotencyKey'>): boolean {
  return idempotencyKey.startsWith(IMPORTED)
}
