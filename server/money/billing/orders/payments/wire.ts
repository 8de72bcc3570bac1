import { z } from 'zod'
import { type Payment, paymentColumns } from '#money/payments/model.ts'
import { added, id, timestamp } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'

const fields = fieldsOf(paymentColumns)

/** The statuses of the contract: an attempt whose outcome is open is pending, and one that was refunded has succeeded. */
export const shownStatus = z.enum(['pending', 'succeeded', 'failed']).meta({ id: 'PaymentStatus' })

/**
 * The cause of an attempt: a buyer or a change of plan · a renewal · a further attempt of a renewal that failed, by itself, by the customer
 * or with another payment method.
 */
export const paymentTrigger = z.enum(['purchase', 'subscription_cycle', 'retry_dunning'])
export type PaymentTrigger = z.output<typeof paymentTrigger>

/** The order that an attempt was for. */
export interface PaidOrder {
  readonly id: string
  readonly number: string
  readonly customerId: string
  readonly customerName: string | null
}

/** An attempt with the order that it was for. */
export interface FullPayment {
  readonly payment: Payment
  readonly order: PaidOrder | null
  readonly trigger: PaymentTrigger
  readonly isTest: boolean
}

const shared = {
  ...fields.shape,
  trigger: paymentTrigger
    .nullable()
    .meta(
      added(
        'What began the attempt: `purchase`, a buyer or a change of plan; `subscription_cycle`, a renewal; `retry_dunning`, a further attempt of a renewal.',
      ),
    ),
  processor: z.enum(['stripe']).meta({ id: 'PaymentProcessor' }),
  status: shownStatus,
  checkout_id: id.nullable(),
  order_id: id
    .nullable()
    .meta({ description: 'The order that the attempt was for; null for a purchase or a change of plan that was not paid.' }),
  order_number: z.string().nullable().meta(added('The number of that order; null without one.')),
  customer_id: id.nullable().meta(added('The customer of that order; null without one.')),
  customer_name: z
    .string()
    .nullable()
    .meta(added('The name of the customer; null where there is none, no order, or in reads without `customers:read`.')),
  customer_email: z.string().nullable().meta(added('The email that the buyer entered.')),
  waits_for: z.enum(['processor', 'buyer']).nullable().meta(added('Who has to act before a pending attempt is settled; null once it is.')),
  settled_at: timestamp.nullable().meta(added('When it succeeded or failed, in UTC; null before.')),
  is_duplicate: z.boolean().meta(added('Whether the checkout was paid already: this payment was refunded completely at once.')),
  processor_reference: z.string().nullable().meta(added('Its id at the processor; null where it never reached it.')),
  is_test: z.boolean().meta(added('Whether it is a payment of a test merchant: no money was taken.')),
}

const cardMetadata = z.object({ brand: z.string(), last4: z.string() }).meta({ id: 'CardPaymentMetadata' })

const cardPayment = z.object({ ...shared, method: z.literal('card'), method_metadata: cardMetadata }).meta({ id: 'CardPayment' })
const genericPayment = z.object({ ...shared, method: z.string() }).meta({ id: 'GenericPayment' })

/** An attempt to pay as returned to the merchant. Minor units; the card is known once the processor has answered. */
export const paymentSchema = z.union([cardPayment, genericPayment]).meta({ id: 'Payment' })

export type PaymentWire = z.output<typeof paymentSchema>

/** The attempt as JSON. */
export function toPaymentWire({ payment, order, trigger, isTest }: FullPayment): PaymentWire {
  const { status, purpose, purposeId, methodBrand: brand, methodLast4: last4 } = payment
  const isSettled = status === 'succeeded' || status === 'failed' || status === 'refunded'
  const whole = {
    ...fields.toWire(payment),
    trigger,
    processor: 'stripe' as const,
    status: !isSettled ? ('pending' as const) : status === 'failed' ? status : ('succeeded' as const),
    checkout_id: purpose === 'checkout' ? purposeId : null,
    order_id: order?.id ?? null,
    order_number: order?.number ?? null,
    customer_id: order?.customerId ?? null,
    customer_name: order?.customerName ?? null,
    customer_email: payment.customerEmail,
    waits_for: isSettled ? null : status === 'requires_action' ? ('buyer' as const) : ('processor' as const),
    settled_at: payment.settledAt?.toISOString() ?? null,
    is_duplicate: status === 'refunded',
    processor_reference: payment.processorReference,
    is_test: isTest,
    method: 'card' as const,
  }
  return brand !== null && last4 !== null ? { ...whole, method_metadata: { brand, last4 } } : whole
}
