import { z } from 'zod'
import { added, id, pagination, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { type PaymentMethod, paymentMethodColumns } from './model.ts'

const fields = fieldsOf(paymentMethodColumns)

/** The data of a card. */
export const cardData = z
  .object({
    brand: z.string(),
    last4: z.string(),
    exp_month: z.int().nullable().meta({ description: 'The month in which it expires, 1 to 12; null where the processor does not say.' }),
    exp_year: z.int().nullable().meta({ description: 'The year in which it expires; null where the processor does not say.' }),
    wallet: z.string().nullable().meta({ description: 'Always null: a card of a wallet is shown as a card.' }),
  })
  .meta({ id: 'PaymentMethodCardData' })

/** The card as JSON. */
export function toCardData({ brand, last4, expMonth, expYear }: PaymentMethod): z.output<typeof cardData> {
  return { brand, last4, exp_month: expMonth, exp_year: expYear, wallet: null }
}

const newerConstants = constantFields({
  type: [z.literal('card'), 'card', 'Always `card`.'],
  processor: [z.literal('stripe'), 'stripe', 'Always `stripe`: newer clients know no other.'],
  modified_at: [timestamp.nullable(), null, 'Always null: a card is replaced, never changed.'],
})

/** The fields of a payment method that newer clients require, beside those of its columns. */
export const newerMethodFields = {
  ...newerConstants.shape,
  customer_id: id.meta(added('The id of its customer.')),
  method_metadata: cardData.meta(added('The data of the card.')),
}

/** Those fields as JSON. */
export function toNewerMethodFields(method: PaymentMethod) {
  return { ...newerConstants.values, customer_id: method.customerId, method_metadata: toCardData(method) }
}

/** A payment method as the merchant sees it. */
const paymentMethod = z
  .object({ ...fields.shape, ...newerMethodFields })
  .meta({ id: 'SavedPaymentMethod', description: 'A payment method that a customer has saved. Renewals of subscriptions charge it.' })

/** The payment methods of a customer: at most twenty, the default first. */
export const paymentMethodsOfCustomer = z.object({ items: z.array(paymentMethod), pagination }).meta({ id: 'SavedPaymentMethods' })

export const paymentMethodParams = z.object({ id, method_id: id })

/** The payment method as JSON. */
export function toPaymentMethodWire(method: PaymentMethod): z.output<typeof paymentMethod> {
  return { ...fields.toWire(method), ...toNewerMethodFields(method) }
}

/** The same in the export of a customer's data, which also has those that were removed. */
export function toExportedPaymentMethod(method: PaymentMethod): z.output<typeof paymentMethod> & { readonly removed_at: string | null } {
  return { ...toPaymentMethodWire(method), removed_at: toTimestamp(method.removedAt) }
}
