// The port for tax services (rule X5).
import type { TaxId } from '#merchant/customers/model.ts'
import type { ServiceEngineName } from '#merchant/merchants/model.ts'
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

/** The answer of a service. */
export type EngineAnswer = EngineCalculation | { readonly kind: EngineFailure; readonly cause: string }

/**
 * Whether a service can work out taxes. `inactive`: its account lacks `missing`, by the names of the service · `refused`: it does not accept
 * the keys of this server · `unavailable`: no certain answer.
 */
export type EngineStatus =
  | { readonly kind: 'active' }
  | { readonly kind: 'inactive'; readonly missing: readonly string[] }
  | { readonly kind: 'refused' | 'unavailable'; readonly cause: string }

/** The answers that a server has lately been given by tax services. */
export interface EngineAnswers {
  /** The answer of a service, by the seller's time; throws `AnswerNeeded` where this server has none. */
  answerOf(name: ServiceEngineName, question: EngineQuestion, now: Date): EngineAnswer
  /** Forgets all answers, as a restart does. */
  forget(): void
}

/** The notes that a service stores beside a transaction, for those who read its reports: texts by name. */
export type EngineNotes = Readonly<Record<string, string>>

/** A sale whose taxes a service is to record. */
export interface EngineSale {
  /** The calculation by which it was taxed; each is recorded once. */
  readonly calculationId: string
  /** Unique among all transactions of the account. The same reference with the same calculation records the sale once. */
  readonly reference: string
  /** Minor units: the tax of the sale. */
  readonly taxAmount: number
  readonly notes: EngineNotes
}

/** Part or all of a recorded sale whose taxes are given back. */
export interface EngineReversal {
  /** The recorded sale, and its only line. */
  readonly transactionId: string
  readonly lineId: string
  readonly reference: string
  /** Minor units, above 0: what is given back of the line, which contains the tax where the price did, and the tax of it. */
  readonly amount: number
  readonly taxAmount: number
  readonly notes: EngineNotes
}

/** A reversal that is undone, because the bank has sent the refund back. */
export interface EngineRestoration {
  /** The recorded reversal. */
  readonly transactionId: string
  readonly reference: string
  readonly notes: EngineNotes
}

/** The record that a service has made, or why not. `refused`: it never will · `unavailable`: no certain answer, so it is asked again. */
export type EngineRecord =
  | { readonly kind: 'recorded'; readonly transactionId: string; readonly lineId: string | null }
  | { readonly kind: 'refused' | 'unavailable'; readonly cause: string }

/** A tax service. A call ends within its time limit and never rejects; it is never made inside a transaction. */
export interface TaxEngine {
  readonly calculate: (question: EngineQuestion, settings: Settings) => Promise<EngineAnswer>
  /** Costs nothing at the service. */
  readonly check: (settings: Settings) => Promise<EngineStatus>
  /** Whether the service counts amounts of the currency in its minor units, so that it can record them. */
  readonly recordsCurrency: (currency: string) => boolean
  readonly recordSale: (sale: EngineSale, settings: Settings) => Promise<EngineRecord>
  readonly recordReversal: (reversal: EngineReversal, settings: Settings) => Promise<EngineRecord>
  readonly recordRestoration: (restoration: EngineRestoration, settings: Settings) => Promise<EngineRecord>
}
