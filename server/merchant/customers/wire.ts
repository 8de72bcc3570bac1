import { z } from 'zod'
import {
  id,
  listResource,
  metadata,
  metadataFilter,
  pageQuery,
  searchText,
  severalIds,
  sorting,
  timestamp,
  toTimestamp,
} from '#platform/http/wire-parts.ts'
import { type Address, settleAddress } from './address.ts'
import { avatarPath } from './avatar.ts'
import type { Customer } from './model.ts'
import { taxIdFormats } from './tax-id-formats.ts'

const PART_MAXIMUM = 250

const addressPart = z.string().max(PART_MAXIMUM).nullish()

/** An address in an answer: all parts are there, missing ones are null. */
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

/** An address in a body. Its codes are checked by `addressProblems`. */
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

/** The customer inside an order: the same fields under the contract's name for it. */
export const orderCustomer = z.object(customerFields).meta({ id: 'OrderCustomer' })

export type CustomerWire = z.output<typeof customer>

export const customerList = listResource('Customer', customer)

export const customerListQuery = z.object({
  organization_id: severalIds,
  email: searchText,
  query: searchText,
  ...pageQuery,
  sorting: sorting(['created_at', 'email', 'name'], '-created_at'),
  metadata: metadataFilter,
})

/** The address as JSON. */
export function toAddressWire(given: Address | null): z.output<typeof address> | null {
  if (!given) return null
  const { line1, line2, postalCode, city, state, country } = given
  return { line1, line2, postal_code: postalCode, city, state, country }
}

/** The address that a body gives, in its one spelling. */
export function toAddress(body: z.output<typeof addressInput>): Address {
  return settleAddress({
    line1: body.line1 ?? null,
    line2: body.line2 ?? null,
    postalCode: body.postal_code ?? null,
    city: body.city ?? null,
    state: body.state ?? null,
    country: body.country,
  })
}

/** The customer as JSON; `baseUrl` has no slash at its end. */
export function toCustomerWire(given: Customer, baseUrl: string): CustomerWire {
  return {
    id: given.id,
    created_at: toTimestamp(given.createdAt),
    modified_at: toTimestamp(given.modifiedAt),
    metadata: { ...given.metadata },
    external_id: given.externalId,
    email: given.email,
    email_verified: given.isEmailVerified,
    name: given.name,
    billing_address: toAddressWire(given.billingAddress),
    tax_id: given.taxId ? [given.taxId[0], given.taxId[1]] : null,
    organization_id: given.organizationId,
    deleted_at: toTimestamp(given.deletedAt),
    avatar_url: `${baseUrl}${avatarPath(given.id)}`,
  }
}
