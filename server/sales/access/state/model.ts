import type { Metadata } from '#kernel/metadata.ts'
import type { BenefitType } from '#merchant/catalogue/benefits/model.ts'
import type { Price } from '#merchant/catalogue/products/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { CustomerMeter, SubscriptionMeter } from '#money/usage/counts/model.ts'
import type { BenefitGrant } from '#sales/access/grants/model.ts'

/** A subscription that a customer has, with the figures of its meters. */
export interface HeldSubscription {
  readonly subscription: Subscription
  readonly prices: readonly Price[]
  readonly meters: readonly SubscriptionMeter[]
}

/** A grant that is in effect, with what is shown of its benefit. */
export interface HeldBenefit {
  readonly grant: BenefitGrant
  readonly type: BenefitType
  readonly metadata: Metadata
}

/** The present state of a customer (rule S2): everything that a merchant's program needs to decide about access. */
export interface CustomerState {
  readonly customer: Customer
  /** In a trial or active, those that started first at first. */
  readonly subscriptions: readonly HeldSubscription[]
  readonly benefits: readonly HeldBenefit[]
  readonly meters: readonly CustomerMeter[]
}
