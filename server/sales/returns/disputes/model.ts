import { z } from 'zod'
import { disputeStatuses, processorNames } from '#money/payments/model.ts'
import { added } from '#platform/http/wire-parts.ts'
import { type Model, money, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'

export type DisputeStatus = (typeof disputeStatuses)[number]

/** The schema of the state of a recorded dispute. The published one has two more, which no processor of ours reports. */
export const recordedStatus = z.enum(disputeStatuses)

export const disputeColumns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  orderId: uuid().fixed(),
  customerId: uuid().fixed().private(),
  paymentId: uuid().fixed().meta({ description: 'The disputed payment.' }),
  /** The processor that decides it, and its id there. */
  processor: oneOf(z.enum(processorNames)).fixed().private(),
  reference: text().fixed().private(),
  status: oneOf<DisputeStatus>(recordedStatus).private(),
  amount: money().fixed(),
  taxAmount: money().fixed(),
  feeAmount: money().meta(added('What the processor charges for the dispute, in minor units. It may return the fee of one that is won.')),
  currency: text().fixed(),
  reason: text().nullable().meta({ description: 'What the bank of the cardholder states; null: nothing yet.' }),
  evidenceDueBy: time().nullable().private(),
} as const

/**
 * A dispute of the payment of an order: `amount` before tax and its `taxAmount`, in minor units (rules W7, W8); times are UTC.
 */
export type Dispute = Model<typeof disputeColumns>

/** Whether the bank has decided. */
export function isResolved(status: DisputeStatus): boolean {
  return status === 'won' || status === 'lost'
}
