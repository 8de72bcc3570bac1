import { issueCreditNote } from '#money/billing/invoices/index.ts'
import { creditPieces, type LockedOrder, orders, returnedByPrices } from '#money/billing/orders/index.ts'
import type { CreditAmounts } from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import { recordReversal } from '#money/billing/tax-records/index.ts'
import { postDowngradeCredit } from '#money/usage/credit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'

/** The credit that a customer gets because a change or the end of a subscription has left paid time unused. */
export interface CreditCustomerInput {
  readonly subscription: Pick<Subscription, 'organizationId' | 'id' | 'customerId' | 'currency'>
  readonly credit: CreditAmounts
  /** The locked orders that have paid the period, the newest first. */
  readonly funding: readonly LockedOrder[]
  /** The change, and its time: the credit is given once for it. */
  readonly source: string
  readonly now: Date
}

/**
 * Gives the credit with its share of the tax, out of the orders that have paid for it, with a credit note of each (section 3.4), in the
 * transaction of the change. Nothing is given beyond what was received for these orders.
 */
export async function creditCustomer(tx: Tx, platform: Platform, input: CreditCustomerInput): Promise<void> {
  const { subscription, credit, funding, source, now } = input
  const { organizationId, customerId, currency } = subscription
  for (const [index, { order, net, tax }] of creditPieces(credit, funding).entries()) {
    const orderId = order.id
    const pieceSource = index === 0 ? source : `${source}:${orderId}`
    const posted = { organizationId, customerId, currency, net, tax, orderId, source: pieceSource, now }
    const credit = await postDowngradeCredit(tx, platform, posted)
    if (!credit) continue
    const { id: creditId, amount, taxAmount } = credit
    const [creditedAmount, creditedTaxAmount] = [order.creditedAmount + amount, order.creditedTaxAmount + taxAmount]
    await orders.save(tx, { ...order, creditedAmount, creditedTaxAmount, modifiedAt: now })
    await recordReversal(tx, { order, cause: { kind: 'credit', id: creditId }, kind: 'reversal', amount, taxAmount, now })
    await issueCreditNote(tx, platform, { subject: { organizationId, orderId, refundId: null, creditId, amount, taxAmount }, now })
  }
}

/** Notes on locked orders that a change has counted what was returned of them. Returns them as they are then. */
export async function countReturns(tx: Tx, funding: readonly LockedOrder[]): Promise<LockedOrder[]> {
  const counted = funding.map((order) => ({ order, countedReturnAmount: returnedByPrices(order) }))
  for (const { order, countedReturnAmount } of counted)
    if (order.countedReturnAmount !== countedReturnAmount) await orders.save(tx, { ...order, countedReturnAmount })
  return counted.map(({ order, countedReturnAmount }) => ({ ...order, countedReturnAmount }))
}
