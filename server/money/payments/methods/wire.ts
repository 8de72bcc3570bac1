import { z } from 'zod'
import { id, toTimestamp } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type PaymentMethod, paymentMethodColumns } from './model.ts'

const fields = fieldsOf(paymentMethodColumns)

/** A payment method as the merchant sees it. */
const paymentMethod = z
  .object(fields.shape)
  .meta({ id: 'SavedPaymentMethod', description: 'A payment method that a customer has saved. Renewals of subscriptions charge it.' })

/** The payment methods of a customer: at most twenty, the default first. */
export const paymentMethodsOfCustomer = z.object({ items: z.array(paymentMethod) }).meta({ id: 'SavedPaymentMethods' })

export const paymentMethodParams = z.object({ id, method_id: id })

/** The payment method as JSON. */
export function toPaymentMethodWire(method: PaymentMethod): z.output<typeof paymentMethod> {
  return fields.toWire(method)
}

/** The same in the export of a customer's data, which also has those that were removed. */
export function toExportedPaymentMethod(method: PaymentMethod): z.output<typeof paymentMethod> & { readonly removed_at: string | null } {
  return { ...fields.toWire(method), removed_at: toTimestamp(method.removedAt) }
}
