import { z } from 'zod'
import type { Payment } from '#money/payments/model.ts'
import { added, EXAMPLE_ID, id, metadataInput, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { creditedAmount, type Refund, refundColumns, refundReason } from './model.ts'

const COMMENT_MAXIMUM = 1000

const fields = fieldsOf(refundColumns)

/** The schema of the state of a dispute. */
export const disputeStatus = z
  .enum(['prevented', 'early_warning', 'needs_response', 'under_review', 'lost', 'won'])
  .meta({ id: 'DisputeStatus' })

/** The dispute that a refund has prevented. Amounts are in minor units. */
const refundDispute = z
  .object({
    id,
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    status: disputeStatus,
    resolved: z.boolean().meta({ description: 'Whether it was won or lost.' }),
    closed: z.boolean().meta({ description: 'Whether it was prevented, won or lost.' }),
    amount: z.int(),
    tax_amount: z.int(),
    currency: z.string(),
    reason: z.string().nullable().meta({ description: 'What the bank of the cardholder states; null: nothing yet.' }),
    evidence_due_by: timestamp.nullable().meta({ description: 'Until when evidence can be sent; null: none is needed.' }),
    past_due: z.boolean().meta({ description: 'Whether that time has passed.' }),
    order_id: id,
    payment_id: id.meta({ description: 'The disputed payment.' }),
  })
  .meta({ id: 'RefundDispute' })

const newerFields = constantFields({ dispute: [refundDispute.nullable(), null, 'Always null: no refund has prevented a dispute.'] })

/** A refund as returned to its merchant, in minor units. */
export const refund = z
  .object({
    ...fields.shape,
    ...newerFields.shape,
    subscription_id: id.nullable(),
    total_amount: z.int().meta(added('The amount with its tax, in minor units.')),
    credited_amount: z.int().meta(added('What becomes credit of the customer, in minor units: what no payment had captured.')),
    order_number: z.string().meta(added('The number of the order.')),
    customer_name: z.string().nullable().meta(added('The name of the customer; reads need `customers:read` for it.')),
    customer_email: z.string().nullable().meta(added('The email of the customer; null in reads without `customers:read`.')),
  })
  .meta({ id: 'Refund' })

export type RefundWire = z.output<typeof refund>

export const refundCreate = z
  .object({
    order_id: id.meta({ description: 'The order to refund.' }),
    reason: refundReason.meta({ description: 'Why the order is refunded.' }),
    amount: z.int().min(1).nullish().meta({ description: 'Before tax, in minor units; all that is left without one.' }),
    comment: z.string().trim().max(COMMENT_MAXIMUM).nullish().meta({ description: 'A note, which the customer does not see.' }),
    revoke_benefits: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the benefits of the order are revoked when the refund succeeds.' }),
    metadata: metadataInput.nullish(),
  })
  .meta({ id: 'RefundCreate', examples: [{ order_id: EXAMPLE_ID, reason: 'customer_request', amount: 500 }] })

/** A second payment that was returned as a whole, in minor units; for the email to its buyer. */
export const returnedPayment = z
  .object({
    id,
    created_at: timestamp,
    amount: z.int(),
    currency: z.string(),
    email: z.string().nullable(),
    locale: z.string().nullable(),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    order_number: z.string().nullable(),
  })
  .meta({ id: 'ReturnedPayment' })

/** A returned payment as JSON. */
export function toReturnedPaymentWire(from: {
  readonly payment: Payment
  readonly orderNumber: string | null
  readonly locale: string | null
}): z.output<typeof returnedPayment> {
  const { id: paymentId, createdAt, amount, currency, customerEmail: email, methodBrand: brand, methodLast4: last4 } = from.payment
  const card = last4 === null ? null : { brand: brand ?? 'card', last4 }
  return {
    id: paymentId,
    created_at: toTimestamp(createdAt),
    amount,
    currency,
    email,
    card,
    locale: from.locale,
    order_number: from.orderNumber,
  }
}

/** A refund with what its order and customer are shown by. */
export interface FullRefund {
  readonly refund: Refund
  readonly order: { readonly number: string; readonly subscriptionId: string | null }
  readonly customer: { readonly name: string | null; readonly email: string }
}

/** The refund as JSON. */
export function toRefundWire({ refund, order, customer }: FullRefund): RefundWire {
  return {
    ...fields.toWire(refund),
    ...newerFields.values,
    subscription_id: order.subscriptionId,
    total_amount: refund.amount + refund.taxAmount,
    credited_amount: creditedAmount(refund),
    order_number: order.number,
    customer_name: customer.name,
    customer_email: customer.email,
  }
}
