import { sum } from '#kernel/money.ts'
import { postCreditReversal } from '#money/books/payouts/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { CustomerCredit } from '../model.ts'
import { creditReversals } from '../rules.ts'
import { creditBalances, customerCredits, lockCreditsOf } from '../store.ts'

/** An order whose payment was lost, in whole or in part. */
export interface WithdrawCreditInput {
  readonly order: { readonly organizationId: string; readonly id: string; readonly customerId: string; readonly currency: string }
  /** At most this much is taken back, tax included, in minor units. */
  readonly amount: number
  /** Whether the operator sold the order. */
  readonly isPlatformSale: boolean
  /** Why: it is taken back once for it. */
  readonly cause: string
  readonly now: Date
}

/** A credit before and after a part of it was taken back, in minor units. */
export interface CreditChangePair {
  readonly before: CustomerCredit
  readonly next: CustomerCredit
}

/**
 * Takes credit of an order back as far as the customer still has it, in the transaction that records the loss; what was used is lost. The
 * order is locked. Returns what was taken back.
 */
export async function withdrawCredit(tx: Tx, input: WithdrawCreditInput): Promise<CreditChangePair[]> {
  const { order, amount, isPlatformSale, cause, now } = input
  const { organizationId, customerId, currency } = order
  const credits = await lockCreditsOf(tx, { organizationId, orderId: order.id })
  if (credits.length === 0) return []
  const left = (await creditBalances(tx, { organizationId, customerId })).filter((balance) => balance.currency === currency)
  const reversible = Math.min(amount, sum(left.map((balance) => balance.amount)))
  const reversed: CreditChangePair[] = []
  for (const { credit, net, tax } of creditReversals(credits, reversible)) {
    const next = { ...credit, reversedAmount: credit.reversedAmount + net, reversedTaxAmount: credit.reversedTaxAmount + tax }
    await customerCredits.save(tx, next)
    const context = { organizationId, source: `${cause}:${credit.id}`, orderId: null, customerId, currency, now }
    await postCreditReversal(tx, { net, tax, isPlatformSale, context })
    reversed.push({ before: credit, next })
  }
  return reversed
}
