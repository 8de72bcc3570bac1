import { z } from 'zod'
import { type TaxId, taxIdFormat } from '#merchant/customers/model.ts'

export type { EngineRecord, TaxEngine } from './engines/engine.ts'
export { questionOfOrder, TaxUnanswered, taxRenewal, taxSale } from './engines/tax-sale.ts'
export { taxRefusals } from './refusals.ts'
export { buyerOf, containedTax, returnedTax, type TaxableSale, type TaxedSale, type TaxSources, taxAt, untaxed } from './rules.ts'

/** Why a sale is taxed as it is (rule X7). */
export const taxReasons = ['standard_rated', 'reverse_charge', 'not_collecting', 'product_exempt', 'customer_exempt'] as const
export type TaxReason = (typeof taxReasons)[number]

/** The schema of the reason. */
export const taxReason = z.enum(taxReasons).meta({ id: 'TaxabilityReason' })

/** One tax of a sale. Amounts are minor units of its currency. */
export interface TaxComponent {
  /** The name that buyers read: `VAT`. */
  readonly name: string
  /** The country or state that levies it: `PT`, `US-NY`. */
  readonly jurisdiction: string
  /** Millionths. */
  readonly ratePpm: number
  /** The amount before tax that the rate applies to. */
  readonly baseAmount: number
  readonly amount: number
}

/** The details known about the buyer of a sale: the evidence of where it is taxed. */
export interface TaxedBuyer {
  readonly country: string | null
  /** ISO 3166-2: `US-NY`. */
  readonly state: string | null
  readonly taxId: TaxId | null
  /** The result of the check of its digits; null without a tax id. */
  readonly taxIdStatus: 'valid' | 'invalid' | null
}

/** The decision about the taxes of a sale (rule X10): all that an invoice of it states about them. */
export interface SaleTax {
  /** Whether the amounts of the items contain the tax. */
  readonly behavior: 'inclusive' | 'exclusive'
  readonly reason: TaxReason
  /** Where it is taxed, or would be; null where product or customer are exempt. */
  readonly jurisdiction: string | null
  /** One for each rate; none where nothing is due. They add up to the tax of the sale. */
  readonly components: readonly TaxComponent[]
  readonly buyer: TaxedBuyer
  /** The tax id is that of the registration under which it is sold; null where none was entered. */
  readonly seller: { readonly country: string; readonly taxId: string | null }
  /** The day whose rates count, `YYYY-MM-DD` in the seller's billing time zone (rule X8). */
  readonly date: string
  /** The version of the table of rates, or the tax service. */
  readonly source: string
  /** The calculation at the tax service; undefined where the table of rates decided. */
  readonly calculationId?: string | undefined
  /** Why the table of rates decided in place of the tax service; undefined where the service did, or was not to. */
  readonly fallback?: TaxFallback | undefined
}

/** Why a renewal is taxed by the table of rates: the service refuses its address, or is not set up. */
export const taxFallbacks = ['refused', 'inactive'] as const
export type TaxFallback = (typeof taxFallbacks)[number]

/** The schema of a stored decision. */
export const saleTax: z.ZodType<SaleTax> = z.object({
  behavior: z.enum(['inclusive', 'exclusive']),
  reason: taxReason,
  jurisdiction: z.string().nullable(),
  components: z.array(z.object({ name: z.string(), jurisdiction: z.string(), ratePpm: z.int(), baseAmount: z.int(), amount: z.int() })),
  buyer: z.object({
    country: z.string().nullable(),
    state: z.string().nullable(),
    taxId: z.tuple([z.string(), taxIdFormat]).nullable(),
    taxIdStatus: z.enum(['valid', 'invalid']).nullable(),
  }),
  seller: z.object({ country: z.string(), taxId: z.string().nullable() }),
  date: z.string(),
  source: z.string(),
  calculationId: z.string().optional(),
  fallback: z.enum(taxFallbacks).optional(),
})
