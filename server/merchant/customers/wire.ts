import { z } from 'zod'
import {
  id,
  listResource,
  metadata,
  metadataFilter,
  oneOrMoreIds,
  pageQuery,
  searchText,
  sorting,
  timestamp,
  toTimestamp,
} from '#platform/http/wire-parts.ts'
import { type Address, normalizeAddress } from './address.ts'
import { avatarPath } from './avatar.ts'
import type { Customer } from './model.ts'
import { taxIdFormats } from './tax-id-formats.ts'

const PART_MAXIMUM = 250

const addressPart = z.string().max(PART_MAXIMUM).nullish()

/** An address in an answer: every field is present, null where it is unknown. */
export const address = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    postal_code: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string(),
  })
  .meta({ id: 'Address' })

export type AddressWire = z.output<typeof address>

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

const taxIdFormat = z.enum(taxIdFormats).meta({ id: 'TaxIDFormat' })
const taxId = z.tuple([z.string(), taxIdFormat])

const customerFields = {
  id,
  created_at: timestamp,
  modified_at: timestamp.nullable(),
  metadata,
  external_id: z.string().nullable(),
  email: z.string(),
  email_verified: z.boolean(),
  name: z.string().nullable(),
  billing_address: address.nullable(),
  tax_id: taxId.nullable(),
  organization_id: id,
  deleted_at: timestamp.nullable(),
  avatar_url: z.string(),
}

/** A customer as the merchant sees it. */
export const customer = z.object(customerFields).meta({ id: 'Customer' })

/** The customer inside an order: the same fields under the contract's schema name. */
export const orderCustomer = z.object(customerFields).meta({ id: 'OrderCustomer' })

export type CustomerWire = z.output<typeof customer>

export const customerList = listResource('Customer', customer)

export const customerListQuery = z.object({
  organization_id: oneOrMoreIds,
  email: searchText,
  query: searchText,
  ...pageQuery,
  sorting: sorting(['created_at', 'email', 'name'], '-created_at'),
  metadata: metadataFilter,
})

/** The address as JSON. */
export function toAddressWire(address: Address | null): AddressWire | null {
  if (!address) return null
  const { line1, line2, postalCode, city, state, country } = address
  return { line1, line2, postal_code: postalCode, city, state, country }
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
  return {
    id: customer.id,
    created_at: toTimestamp(customer.createdAt),
    modified_at: toTimestamp(customer.modifiedAt),
    metadata: { ...customer.metadata },
    external_id: customer.externalId,
    email: customer.email,
    email_verified: customer.isEmailVerified,
    name: customer.name,
    billing_address: toAddressWire(customer.billingAddress),
    tax_id: customer.taxId ? [customer.taxId[0], customer.taxId[1]] : null,
    organization_id: customer.organizationId,
    deleted_at: toTimestamp(customer.deletedAt),
    avatar_url: `${baseUrl}${avatarPath(customer.id)}`,
  }
}
