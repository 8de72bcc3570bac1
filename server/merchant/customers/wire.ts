import { z } from 'zod'
import { fieldsOf } from '#platform/resource/fields.ts'
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
const customerFields = { ...fields.shape, avatar_url: z.string() }

/** A customer as the merchant sees it. */
export const customer = z.object(customerFields).meta({ id: 'Customer' })

/** The customer inside an order: the same fields under the contract's schema name. */
export const orderCustomer = z.object(customerFields).meta({ id: 'OrderCustomer' })

export type CustomerWire = z.output<typeof customer>

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
  return { ...fields.toWire(customer), avatar_url: `${baseUrl}${avatarPath(customer.id)}` }
}
