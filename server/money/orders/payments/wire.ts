import { z } from 'zod'
import { type Payment, paymentColumns } from '#money/payments/model.ts'
import { added, id } from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'

const fields = fieldsOf(paymentColumns)

/** The statuses of the contract: an attempt whose outcome is open is pending, and one that was refunded has succeeded. */
export const shownStatus = z.enum(['pending', 'succeeded', 'failed']).meta({ id: 'PaymentStatus' })

/** An attempt with the order that it has paid. */
export interface FullPayment {
  readonly payment: Payment
  readonly orderId: string | null
  readonly isTest: boolean
}

const newerFields = constantFields({
  trigger: [z.enum(['purchase']).nullable(), 'purchase', 'Always `purchase`: each attempt is a buyer who confirms a checkout.'],
})

const shared = {
  ...fields.shape,
  ...newerFields.shape,
  processor: z.enum(['stripe']).meta({ id: 'PaymentProcessor' }),
  status: shownStatus,
  checkout_id: id.nullable(),
  order_id: id.nullable().meta({ description: 'The order that the payment has paid.' }),
  is_test: z.boolean().meta(added('Whether it is a payment of a test merchant: no money was taken.')),
}

const cardMetadata = z.object({ brand: z.string(), last4: z.string() }).meta({ id: 'CardPaymentMetadata' })

const cardPayment = z.object({ ...shared, method: z.literal('card'), method_metadata: cardMetadata }).meta({ id: 'CardPayment' })
const genericPayment = z.object({ ...shared, method: z.string() }).meta({ id: 'GenericPayment' })

/** An attempt to pay as returned to the merchant. Minor units; the card is known once it was accepted. */
export const paymentSchema = z.union([cardPayment, genericPayment]).meta({ id: 'Payment' })

/** The attempt as JSON. */
export function toPaymentWire({ payment, orderId, isTest }: FullPayment): z.output<typeof paymentSchema> {
  const { status, purpose, purposeId, methodBrand: brand, methodLast4: last4 } = payment
  const whole = {
    ...fields.toWire(payment),
    ...newerFields.values,
    processor: 'stripe' as const,
    status: status === 'refunded' ? ('succeeded' as const) : status === 'succeeded' || status === 'failed' ? status : ('pending' as const),
    checkout_id: purpose === 'checkout' ? purposeId : null,
    order_id: orderId,
    is_test: isTest,
    method: 'card' as const,
  }
  return brand !== null && last4 !== null ? { ...whole, method_metadata: { brand, last4 } } : whole
}
