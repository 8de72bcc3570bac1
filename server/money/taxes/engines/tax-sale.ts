// The taxes of a sale, by the engine that its seller has chosen (rule X5).
import { ValidationRefusal, valueProblem } from '#kernel/refusal.ts'
import type { TaxSettings } from '#merchant/merchants/model.ts'
import { behaviorFor, dateIn, isBusiness, type TaxableSale, type TaxedSale, taxByTable } from '../rules.ts'
import { answerOf } from './answers.ts'
import type { EngineCalculation, EngineQuestion } from './engine.ts'

/** The tax service gives no answer about a sale. */
export class TaxUnanswered extends ValidationRefusal {
  /** `refused`: it cannot tax this sale, mostly for its address · `unavailable`: it is down. */
  readonly kind: 'refused' | 'unavailable'

  constructor(kind: TaxUnanswered['kind']) {
    const sentence =
      kind === 'refused'
        ? 'The tax of this address cannot be worked out: check it.'
        : 'The tax cannot be worked out now. Try again in a minute.'
    super([valueProblem(['body', 'customer_billing_address'], sentence)])
    this.kind = kind
  }
}

/**
 * The taxes of a sale. Where a service decides and this process has no answer of it, `AnswerNeeded` is thrown; where it gives none,
 * `TaxUnanswered`. What is exempt, and sales of nothing, no service is asked about.
 */
export function taxSale(sale: TaxableSale): TaxedSale {
  const { taxSettings: settings } = sale.seller
  const table = taxByTable(sale)
  const engine = settings.engine ?? 'built_in'
  if (table.tax === null || engine === 'built_in' || sale.amount === 0 || sale.isProductExempt || sale.isCustomerExempt) return table
  const answer = answerOf(engine, questionOf(sale, table.tax.seller.country), sale.now)
  if (answer.kind !== 'calculated') throw new TaxUnanswered(answer.kind)
  return { taxAmount: answer.taxAmount, tax: { ...table.tax, ...decided(answer, sale, settings), source: engine } }
}

/** As `taxSale`, by the built-in table where the service refuses the sale: a subscription is not held up by an old address. */
export function taxRenewal(sale: TaxableSale): TaxedSale {
  try {
    return taxSale(sale)
  } catch (error) {
    if (error instanceof TaxUnanswered && error.kind === 'refused') return taxByTable(sale)
    throw error
  }
}

function questionOf({ seller, buyer, amount, currency, address, now }: TaxableSale, origin: string): EngineQuestion {
  const country = buyer.country ?? origin
  return {
    ...{ amount, currency, country },
    behavior: behaviorFor(seller.taxSettings, country),
    state: buyer.state,
    city: address?.city ?? null,
    postalCode: address?.postalCode ?? null,
    line1: address?.line1 ?? null,
    taxId: isBusiness(buyer) ? buyer.taxId : null,
    date: dateIn(seller.billingTimezone, now),
  }
}

function decided({ id, reason, taxes }: EngineCalculation, { buyer }: TaxableSale, { origin, registrations }: TaxSettings) {
  const isExempt = reason === 'product_exempt' || reason === 'customer_exempt'
  const jurisdiction = taxes.at(-1)?.jurisdiction ?? (isExempt ? null : (buyer.state ?? buyer.country ?? origin))
  const registered = registrations.find(({ place }) => place === jurisdiction) ?? registrations.find(({ place }) => place === origin)
  const seller = { country: origin ?? '', taxId: registered?.taxId ?? null }
  return { reason, jurisdiction, components: taxes, seller, ...(id !== null && { calculationId: id }) }
}
