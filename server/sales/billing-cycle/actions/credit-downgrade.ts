import { postDowngradeCredit } from '#money/customer-credit/index.ts'
import { issueCreditNote } from '#money/invoices/index.ts'
import { findBilledOrder } from '#money/orders/index.ts'
import type { Subscription } from '#money/subscriptions/model.ts'
import { recordReversal } from '#money/tax-records/index.ts'
import { returnedTax } from '#money/taxes/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'

/** What a customer gets in credit because a cheaper plan has ended a period. */
export interface CreditDowngradeInput {
  readonly subscription: Pick<Subscription, 'organizationId' | 'id' | 'customerId' | 'currency'>
  /** By the prices, in minor units, above zero; its tax is included or added as in the order that was billed. */
  readonly amount: number
  /** The order that takes the place of the billed one, where it exists already. */
  readonly except?: string
  /** What was changed, and when: the credit is given once for it. */
  readonly source: string
  readonly now: Date
}

/**
 * Gives the credit of a downgrade with its share of the tax, and the credit note of the order that was billed (section 3.4), in the
 * transaction of the change. A subscription without a paid order has no credit note.
 */
export async function creditDowngrade(tx: Tx, platform: Platform, input: CreditDowngradeInput): Promise<void> {
  const { subscription, amount: returned, except, source, now } = input
  const { organizationId, id: subscriptionId, customerId, currency } = subscription
  const billed = await findBilledOrder(tx, { organizationId, subscriptionId, except })
  const back = returnedTax(returned, billed?.tax ?? null)
  const credit = await postDowngradeCredit(tx, platform, { organizationId, customerId, currency, ...back, source, now })
  if (!credit || !billed) return
  const { id: creditId, amount, taxAmount } = credit
  const reversal = {
    order: { ...billed, organizationId, currency },
    cause: { kind: 'credit', id: creditId },
    amount,
    taxAmount,
    now,
  } as const
  await recordReversal(tx, { ...reversal, kind: 'reversal' })
  const subject = { organizationId, orderId: billed.id, refundId: null, creditId, amount, taxAmount }
  await issueCreditNote(tx, platform, { subject, now })
}
