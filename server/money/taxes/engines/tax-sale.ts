// The taxes of a sale, by the engine that its seller has chosen (rule X5).
import { type Problem, Refusal, valueProblem } from '#kernel/refusal.ts'
import type { Address } from '#merchant/customers/model.ts'
import { type TaxSettings, taxEngineOf } from '#merchant/merchants/model.ts'
import type { SaleTax, TaxedBuyer } from '../model.ts'
import { taxRefusals } from '../refusals.ts'
import { behaviorFor, dateIn, isBusiness, type TaxableSale, type TaxedSale, taxByTable } from '../rules.ts'
import type { EngineCalculation, EngineFailure, EngineQuestion } from './engine.ts'

/** Longer than an answer of a service that is down counts. */
const RETRY_SECONDS = 60

/** The tax service gives no answer about a sale: 503 where the call has no address that could be corrected. */
export class TaxUnanswered extends Refusal {
  readonly kind: EngineFailure

  constructor(kind: EngineFailure) {
    super(taxRefusals.TaxUnavailable, { waitSeconds: kind === 'unavailable' ? RETRY_SECONDS : undefined })
    this.kind = kind
  }

  /** The problem of a call with the address at `loc`. Its type is `tax_unavailable` where another address would not help. */
  problemAt(loc: readonly (string | number)[]): Problem {
    if (this.kind === 'refused') return valueProblem(loc, 'The tax of this address cannot be worked out: check it.')
    const msg = this.kind === 'inactive' ? 'The seller cannot work out the tax now. Try again later.' : this.sentence
    return { loc, msg, type: 'tax_unavailable' }
  }
}

/**
 * The taxes of a sale. Where a service decides and this server has no answer of it, `AnswerNeeded` is thrown; where it gives none,
 * `TaxUnanswered`. What is exempt, and sales of nothing, no service is asked about.
 */
export function taxSale(sale: TaxableSale): TaxedSale {
  const { taxSettings: settings } = sale.seller
  const table = taxByTable(sale)
  const engine = taxEngineOf(settings)
  if (table.tax === null || engine === 'built_in' || sale.amount === 0 || sale.isProductExempt || sale.isCustomerExempt) return table
  const answer = sale.taxSources.answers.answerOf(engine, questionOf(sale, table.tax.seller.country), sale.now)
  if (answer.kind !== 'calculated') throw new TaxUnanswered(answer.kind)
  return { taxAmount: answer.taxAmount, tax: { ...table.tax, ...decisionOf(answer, sale, settings), source: engine } }
}

/** As `taxSale`, by the built-in table where the service refuses the sale or is not set up: a subscription is not held up by that. */
export function taxRenewal(sale: TaxableSale): TaxedSale {
  try {
    return taxSale(sale)
  } catch (error) {
    if (!(error instanceof TaxUnanswered) || error.kind === 'unavailable') throw error
    const { taxAmount, tax } = taxByTable(sale)
    return { taxAmount, tax: tax && { ...tax, fallback: error.kind } }
  }
}

function questionOf({ seller, buyer, amount, currency, address, now }: TaxableSale, origin: string): EngineQuestion {
  const behavior = behaviorFor(seller.taxSettings, buyer.country ?? origin)
  return toQuestion({ amount, currency, behavior, origin, buyer, address, date: dateIn(seller.billingTimezone, now) })
}

/** A sale that a service has taxed, as its order states it. Amounts are minor units of its currency. */
export interface TaxedOrder {
  readonly tax: SaleTax
  /** The amount that it was asked about: the taxed lines after their discount, with the tax where the prices contain it. */
  readonly taxableAmount: number
  readonly currency: string
  readonly billingAddress: Address | null
}

/** The question that a service was asked about a sale, to ask it again. */
export function questionOfOrder({ tax, taxableAmount: amount, currency, billingAddress: address }: TaxedOrder): EngineQuestion {
  const { behavior, buyer, date } = tax
  return toQuestion({ amount, currency, behavior, origin: tax.seller.country, buyer, address, date })
}

interface QuestionParts extends Pick<EngineQuestion, 'amount' | 'currency' | 'behavior' | 'date'> {
  readonly origin: string
  readonly buyer: TaxedBuyer
  readonly address: Partial<Address> | null | undefined
}

function toQuestion({ amount, currency, behavior, origin, buyer, address, date }: QuestionParts): EngineQuestion {
  return {
    amount,
    currency,
    behavior,
    country: buyer.country ?? origin,
    state: buyer.state,
    city: address?.city ?? null,
    postalCode: address?.postalCode ?? null,
    line1: address?.line1 ?? null,
    taxId: isBusiness(buyer) ? buyer.taxId : null,
    date,
  }
}

function decisionOf({ id, reason, taxes }: EngineCalculation, { buyer }: TaxableSale, { origin, registrations }: TaxSettings) {
  const isExempt = reason === 'product_exempt' || reason === 'customer_exempt'
  const jurisdiction = taxes.at(-1)?.jurisdiction ?? (isExempt ? null : (buyer.state ?? buyer.country ?? origin))
  const registered = registrations.find(({ place }) => place === jurisdiction) ?? registrations.find(({ place }) => place === origin)
  const seller = { country: origin ?? '', taxId: registered?.taxId ?? null }
  return { reason, jurisdiction, components: taxes, seller, ...(id !== null && { calculationId: id }) }
}
