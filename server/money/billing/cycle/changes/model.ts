import type { BillLine } from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { SaleTax } from '#money/taxes/model.ts'

/** An order that a change causes, in minor units. */
export interface PreviewedOrder {
  readonly items: readonly BillLine[]
  readonly subtotalAmount: number
  readonly discountAmount: number
  readonly netAmount: number
  readonly taxAmount: number
  readonly tax: SaleTax | null
  readonly totalAmount: number
  /** The credit of the customer that it takes. */
  readonly creditAmount: number
  /** The amount that is charged; less than what is due where that is too small to be charged (rule O5). */
  readonly chargedAmount: number
}

/** The effect of a change of a subscription, if it were made now. */
export interface ChangePreview {
  readonly applies: 'now' | 'period_end' | 'never'
  /** The subscription as it is from then on, or now where the change comes later. */
  readonly subscription: Subscription
  /** The plan after the change. */
  readonly plan: Pick<Subscription, 'productId' | 'amount' | 'recurringInterval'>
  readonly order: PreviewedOrder | null
  readonly customerCredit: number
  readonly pendingItems: readonly BillLine[]
  readonly nextRenewal: PreviewedOrder & { readonly at: Date }
}
