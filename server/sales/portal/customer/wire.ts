import { z } from 'zod'
import { customerUpdateExternal, toCustomerChanges } from '#merchant/customers/wire.ts'
import { added, emailText, id, timestamp } from '#platform/http/wire-parts.ts'

const TAX_ID_MAXIMUM = 40

const { name, billing_address } = customerUpdateExternal.shape

/** The changes of a customer to their own record. */
export const customerPortalUpdate = z
  .object({
    email: emailText.nullish().meta({ description: 'A new email: it counts once the link that is mailed to it was opened.' }),
    name,
    billing_address,
    tax_id: z.string().max(TAX_ID_MAXIMUM).nullish().meta({ description: 'Its format follows from the country of the billing address.' }),
    default_payment_method_id: id.nullish().meta(added('The payment method that becomes the default one.')),
  })
  .meta({ id: 'CustomerPortalCustomerUpdate', examples: [{ name: 'Ada King', billing_address: { country: 'GB' } }] })

/** A request for erasure. */
export const erasureRequested = z
  .object({ requested_at: timestamp.meta({ description: 'When the customer asked first.' }) })
  .meta({ id: 'CustomerErasureRequest' })

/** The changes of a body, without the email, which is confirmed first. An empty tax id removes it. */
export function toOwnChanges({ name, billing_address, tax_id }: z.output<typeof customerPortalUpdate>) {
  return toCustomerChanges({ name, billing_address, tax_id: tax_id === '' ? null : tax_id })
}
