// The port for tax services (rule X5).
import type { TaxId } from '#merchant/customers/model.ts'
import type { Settings } from '#platform/config.ts'

/** Everything that a service is asked about a sale. Equal questions of one day have the same answer. */
export interface EngineQuestion {
  /** Minor units of `currency`, after discount; above 0. */
  readonly amount: number
  /** ISO 4217, lower case. */
  readonly currency: string
  readonly behavior: 'inclusive' | 'exclusive'
  readonly country: string
  /** ISO 3166-2: `US-NY`. */
  readonly state: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly line1: string | null
  /** Valid by its digits; null without one. */
  readonly taxId: TaxId | null
  /** `YYYY-MM-DD` in the seller's billing time zone. */
  readonly date: string
}

/** One tax that a service has calculated. */
export interface EngineTax {
  readonly name: string
  readonly jurisdiction: string
  /** Millionths. */
  readonly ratePpm: number
  readonly baseAmount: number
  readonly amount: number
}

/** A calculation: the amounts of the taxes add up to `taxAmount`. */
export interface EngineCalculation {
  readonly kind: 'calculated'
  /** The id of the calculation at the service; null where it gives none. */
  readonly id: string | null
  readonly taxAmount: number
  readonly reason: 'standard_rated' | 'reverse_charge' | 'not_collecting' | 'product_exempt' | 'customer_exempt'
  readonly taxes: readonly EngineTax[]
}

/**
 * Why a service gives no calculation. `refused`: it cannot tax this sale, mostly for its address · `inactive`: its account is not set up ·
 * `unavailable`: no certain answer.
 */
export const engineFailures = ['refused', 'inactive', 'unavailable'] as const
export type EngineFailure = (typeof engineFailures)[number]

/** What a service says. */
export type EngineAnswer = EngineCalculation | { readonly kind: EngineFailure; readonly cause: string }

/**
 * Whether a service can work out taxes. `inactive`: its account lacks `missing`, by the names of the service · `refused`: it does not accept
 * the keys of this server · `unavailable`: no certain answer.
 */
export type EngineStatus =
  | { readonly kind: 'active' }
  | { readonly kind: 'inactive'; readonly missing: readonly string[] }
  | { readonly kind: 'refused' | 'unavailable'; readonly cause: string }

/** A tax service. A call ends within its time limit and never rejects; it is never made inside a transaction. */
export interface TaxEngine {
  readonly calculate: (question: EngineQuestion, settings: Settings) => Promise<EngineAnswer>
  /** Costs nothing at the service. */
  readonly check: (settings: Settings) => Promise<EngineStatus>
}
