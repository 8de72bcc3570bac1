import { z } from 'zod'
import { countryCodes, statesOf } from '#kernel/countries.ts'
import { type Problem, valueProblem } from '#kernel/refusal.ts'
import { seenName } from '#platform/http/wire-parts.ts'

/** The postal address of a seller. `country` is ISO 3166-1 alpha-2, `state` ISO 3166-2 with its prefix (`US-CA`). */
export interface BusinessAddress {
  readonly line1: string | null
  readonly line2: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string
}

/** The seller, as invoices and credit notes name it. Null where it was never entered. */
export interface BusinessDetails {
  readonly legalName: string | null
  readonly address: BusinessAddress | null
  /** The VAT or sales tax number, as entered. */
  readonly taxId: string | null
  /** Of the register of companies: `HRB 12345, Amtsgericht Berlin`. */
  readonly registrationNumber: string | null
  /** A sentence at the end of each document. */
  readonly invoiceNote: string | null
}

/** The details of an organization that has entered none. */
export const NO_BUSINESS_DETAILS: BusinessDetails = {
  legalName: null,
  address: null,
  taxId: null,
  registrationNumber: null,
  invoiceNote: null,
}

/** The details that invoices need by law in most countries and do not have yet. */
export function missingBusinessDetails({ legalName, address, taxId }: BusinessDetails): readonly ('legal_name' | 'address' | 'tax_id')[] {
  const isAddressed = address !== null && address.line1 !== null && address.city !== null
  return [
    ...(legalName === null ? (['legal_name'] as const) : []),
    ...(isAddressed ? [] : (['address'] as const)),
    ...(taxId === null ? (['tax_id'] as const) : []),
  ]
}

/** A field that is undefined stays as it is, null removes its value. */
export type BusinessDetailsChanges = { readonly [Field in keyof BusinessDetails]?: BusinessDetails[Field] | undefined }

/** The details after a change. */
export function changeBusinessDetails(details: BusinessDetails, changes: BusinessDetailsChanges): BusinessDetails {
  const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return { ...details, ...sent }
}

/** The problems of an address. */
export function businessAddressProblems({ country, state }: BusinessAddress): Problem[] {
  const loc = ['body', 'business_details', 'address'] as const
  if (!countryCodes.includes(country)) return [valueProblem([...loc, 'country'], 'This is not the code of a country.')]
  const known = statesOf(country)
  const isKnown = !known || state === null || known.some(({ code }) => `${country}-${code}` === state)
  return isKnown ? [] : [valueProblem([...loc, 'state'], 'This is not the code of a state of that country.')]
}

const LINE_MAXIMUM = 200
const NOTE_MAXIMUM = 500
const line = z.string().trim().max(LINE_MAXIMUM)

const addressWire = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    postal_code: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string(),
  })
  .meta({ id: 'BusinessAddress' })

const about = {
  legalName: 'The name of the business as it is registered; null until it is entered.',
  address: 'Where the business has its seat; null until it is entered.',
  taxId: 'The VAT or sales tax number; null until it is entered.',
  registration: 'The number in a register of companies; null until it is entered.',
  note: 'A sentence at the end of each invoice and credit note; null without one.',
}

/** The seller, as JSON. */
export const businessDetails = z
  .object({
    legal_name: z.string().nullable().meta({ description: about.legalName }),
    address: addressWire.nullable().meta({ description: about.address }),
    tax_id: z.string().nullable().meta({ description: about.taxId }),
    registration_number: z.string().nullable().meta({ description: about.registration }),
    invoice_note: z.string().nullable().meta({ description: about.note }),
    missing: z.array(z.enum(['legal_name', 'address', 'tax_id'])).meta({ description: 'What invoices need and do not have yet.' }),
  })
  .meta({ id: 'BusinessDetails' })

const addressInput = z
  .object({
    line1: line.nullish(),
    line2: line.nullish(),
    postal_code: line.nullish(),
    city: line.nullish(),
    state: line.nullish(),
    country: z.string().trim().toUpperCase(),
  })
  .meta({ id: 'BusinessAddressInput' })

/** Changes of who sells: a field that is left out stays as it is, null removes it. */
export const businessDetailsInput = z
  .object({
    legal_name: seenName(line).nullish().meta({ description: about.legalName }),
    address: addressInput.nullish().meta({ description: about.address }),
    tax_id: line.nullish().meta({ description: about.taxId }),
    registration_number: line.nullish().meta({ description: about.registration }),
    invoice_note: z.string().trim().max(NOTE_MAXIMUM).nullish().meta({ description: about.note }),
  })
  .meta({ id: 'BusinessDetailsInput', examples: [{ legal_name: 'Northwind Tools GmbH', tax_id: 'DE136695976' }] })

/** The seller, as JSON. */
export function toBusinessDetailsWire(details: BusinessDetails): z.output<typeof businessDetails> {
  const { legalName, address, taxId, registrationNumber, invoiceNote } = details
  return {
    legal_name: legalName,
    address: address && {
      line1: address.line1,
      line2: address.line2,
      postal_code: address.postalCode,
      city: address.city,
      state: address.state,
      country: address.country,
    },
    tax_id: taxId,
    registration_number: registrationNumber,
    invoice_note: invoiceNote,
    missing: [...missingBusinessDetails(details)],
  }
}

/** The changes of a body. Empty text removes a value. */
export function toBusinessDetailsChanges(body: z.output<typeof businessDetailsInput>): BusinessDetailsChanges {
  const { address } = body
  return {
    legalName: cleared(body.legal_name),
    address: address && {
      line1: address.line1 || null,
      line2: address.line2 || null,
      postalCode: address.postal_code || null,
      city: address.city || null,
      state: address.state || null,
      country: address.country,
    },
    taxId: cleared(body.tax_id),
    registrationNumber: cleared(body.registration_number),
    invoiceNote: cleared(body.invoice_note),
  }
}

function cleared(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text
}
