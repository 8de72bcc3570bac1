import { sum } from '#kernel/money.ts'
import { creditPieces } from '#money/billing/orders/index.ts'
import type { CreditAmounts, PlanQuote } from '#money/billing/subscriptions/index.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import type { Platform } from '#platform/platform.ts'
import { taxBill } from '../../orders.ts'
import type { PreviewedOrder } from '../model.ts'
import type { ReadChange } from '../reads.ts'
import { draftOrder } from './draft-order.ts'

/** A quoted change of the product, and what the customer has in credit before it, in minor units. */
export interface DraftChangeInput {
  readonly read: ReadChange
  readonly quote: PlanQuote
  readonly creditBalance: number
}

/** The parts that a change settles besides its order. Amounts in minor units. */
export interface SettledParts {
  /** The credit that the customer gets, by the prices; null: none. */
  readonly credit: CreditAmounts | null
  /** The same with its tax. */
  readonly creditTotal: number
  /** The waiting items that it takes. */
  readonly waitingIds: readonly string[]
}

/** The outcome of a change that takes effect now: the change does it, and the preview shows it. */
export function draftChange(
  platform: Platform,
  { read, quote, creditBalance }: DraftChangeInput,
): { readonly settled: SettledParts; readonly order: PreviewedOrder | null } {
  const { subscription, now } = read.context
  const { order: due = null, credit: quoted = null, isSettledNow = false } = quote.proration ?? {}
  const taxation = {
    subscription,
    customer: read.full.customer,
    merchant: read.merchant,
    now,
    taxSources: taxSourcesOf(platform),
  }
  const bill = due && taxBill({ ...due, credit: quoted }, taxation)
  const credit = bill ? bill.credit : quoted
  const pieces = credit ? creditPieces(credit, read.funds.orders) : []
  const creditTotal = sum(pieces.map(({ net, tax }) => net + tax))
  const waiting = isSettledNow ? read.funds.waiting.filter(({ isUsage }) => !isUsage) : []
  const settled = { credit, creditTotal, waitingIds: waiting.map(({ id }) => id) }
  if (!bill) return { settled, order: null }
  return { settled, order: draftOrder({ bill, creditBalance: creditBalance + creditTotal, currency: subscription.currency }) }
}
