import { z } from 'zod'
import type { CsvColumns } from '#kernel/csv.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { type Address, normalizeAddress } from './address.ts'
import { avatarPath } from './avatar.ts'
import { type Customer, customerColumns } from './model.ts'

const PART_MAXIMUM = 250

const addressPart = z.string().max(PART_MAXIMUM).nullish()

/** An address in a body. `addressProblems` checks its codes. */
export const addressInput = z
  .object({
    line1: addressPart,
    line2: addressPart,
    postal_code: addressPart,
    city: addressPart,
    state: addressPart,
    country: z.string().regex(/^[A-Za-z]{2}$/),
  })
  .meta({ id: 'AddressInput' })

const fields = fieldsOf(customerColumns)

/** The fields of a customer that newer clients require, on their own view, too. */
export const newerCustomerFields = constantFields({
  type: [z.enum(['individual', 'team']).meta({ id: 'CustomerType' }), 'individual', 'Always `individual`.'],
  billing_name: [z.string().nullable(), null, 'Always null: the name on an invoice belongs to the order.'],
  locale: [z.string().nullable(), null, 'Always null: the language belongs to the order.'],
  default_payment_method_id: [z.string().nullable(), null, 'Always null: payment methods are not kept yet.'],
})

const merchantOnly = constantFields({
  first_user_event_at: [z.string().nullable(), null, 'Always null: usage is not recorded yet.'],
})

const customerFields = { ...fields.shape, ...newerCustomerFields.shape, ...merchantOnly.shape, avatar_url: z.string() }

/** A customer as the merchant sees it. */
export const customer = z.object(customerFields).meta({ id: 'Customer' })

/** The customer inside an order: the same fields under the contract's schema name. */
export const orderCustomer = z.object(customerFields).meta({ id: 'OrderCustomer' })

export type CustomerWire = z.output<typeof customer>

/** The columns of customers in CSV. */
export const customerCsv: CsvColumns<CustomerWire> = {
  created_at: (customer) => customer.created_at,
  name: (customer) => customer.name,
  email: (customer) => customer.email,
  email_verified: (customer) => customer.email_verified,
  external_id: (customer) => customer.external_id,
  country: (customer) => customer.billing_address?.country ?? null,
  tax_id: (customer) => customer.tax_id?.[0] ?? null,
  id: (customer) => customer.id,
}

/** The normalized address of a body. */
export function toAddress(body: z.output<typeof addressInput>): Address {
  return normalizeAddress({
    line1: body.line1 ?? null,
    line2: body.line2 ?? null,
    postalCode: body.postal_code ?? null,
    city: body.city ?? null,
    state: body.state ?? null,
    country: body.country,
  })
}

/** The customer as JSON; `baseUrl` has no slash at its end. */
export function toCustomerWire(customer: Customer, baseUrl: string): CustomerWire {
  const newer = { ...newerCustomerFields.values, ...merchantOnly.values }
  return { ...fields.toWire(customer), ...newer, avatar_url: `${baseUrl}${avatarPath(customer.id)}` }
}
