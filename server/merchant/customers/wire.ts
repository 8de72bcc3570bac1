import { z } from 'zod'
import {
  actingOrganizationId,
  added,
  EXAMPLE_ID,
  emailText,
  metadataInput,
  nameText,
  text,
  trimmedText,
  unavailable,
} from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { type Address, normalizeAddress } from './address.ts'
import { avatarPath } from './avatar.ts'
import type { CustomerChanges, CustomerDraft } from './changes.ts'
import { type Customer, customerColumns, taxIdFormat } from './model.ts'

const PART_MAXIMUM = 250
const NAME_MAXIMUM = 250
const EXTERNAL_ID_MAXIMUM = 250
const TAX_ID_MAXIMUM = 40

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
  default_payment_method_id: [z.string().nullable(), null, 'Always null: `GET /v1/customers/{id}/payment-methods` marks the default.'],
})

const merchantOnly = constantFields({
  first_user_event_at: [z.string().nullable(), null, 'Always null: the list of events, sorted by time, has the first one.'],
})

const customerFields = { ...fields.shape, ...newerCustomerFields.shape, ...merchantOnly.shape, avatar_url: z.string() }

/** A customer as the merchant sees it. */
export const customer = z.object(customerFields).meta({ id: 'Customer' })

/** The customer inside an order: the same fields under the contract's schema name. */
export const orderCustomer = z.object(customerFields).meta({ id: 'OrderCustomer' })

export type CustomerWire = z.output<typeof customer>

const taxIdInput = z
  .union([z.string().max(TAX_ID_MAXIMUM), z.tuple([z.string().max(TAX_ID_MAXIMUM), taxIdFormat])])
  .nullish()
  .meta({ description: 'The id and its format. Text alone (newer clients) has the format that fits the country of the billing address.' })

/** The fields of a customer that its merchant may change any time. */
const changeable = {
  name: nameText(trimmedText(0, NAME_MAXIMUM)).nullish(),
  billing_address: addressInput.nullish(),
  tax_id: taxIdInput,
  is_tax_exempt: z.boolean().nullish().meta(added('Whether the customer is never taxed.')),
  metadata: metadataInput.nullish(),
  locale: unavailable(),
}

const externalId = text(1, EXTERNAL_ID_MAXIMUM).nullish()

export const customerCreate = z
  .object({
    email: emailText,
    external_id: externalId,
    ...changeable,
    organization_id: actingOrganizationId,
    type: unavailable('individual'),
    owner: unavailable(),
  })
  .meta({
    id: 'CustomerCreate',
    examples: [
      {
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        external_id: 'user-1815',
        billing_address: { line1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin', country: 'DE' },
        tax_id: ['DE136695976', 'eu_vat'],
        organization_id: EXAMPLE_ID,
      },
    ],
  })

export const customerUpdateExternal = z
  .object({ email: emailText.nullish(), ...changeable, type: unavailable('individual') })
  .meta({ id: 'CustomerUpdateExternalID', examples: [{ name: 'Ada King', metadata: { plan: 'team' } }] })

export const customerUpdate = customerUpdateExternal
  .extend({ external_id: externalId })
  .meta({ id: 'CustomerUpdate', examples: [{ name: 'Ada King', metadata: { plan: 'team' } }] })

/** The changes that a body states. An email of null changes nothing: every customer has one. */
export function toCustomerChanges(body: z.output<typeof customerUpdate>): CustomerChanges {
  return {
    email: body.email ?? undefined,
    externalId: body.external_id,
    name: body.name === '' ? null : body.name,
    billingAddress: body.billing_address ? toAddress(body.billing_address) : body.billing_address,
    taxId: body.tax_id,
    isTaxExempt: body.is_tax_exempt ?? undefined,
    metadata: body.metadata ?? undefined,
  }
}

/** The customer that a body states. */
export function toCustomerDraft(body: z.output<typeof customerCreate>): CustomerDraft {
  return { ...toCustomerChanges(body), email: body.email }
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
