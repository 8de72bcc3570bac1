import type { Rational } from '#kernel/numbers/rational.ts'
import type { Meter } from '#merchant/catalogue/meters/model.ts'
import type { Price } from '#merchant/catalogue/products/model.ts'
import { flag, integer, type Model, text, time, uuid } from '#platform/resource/columns.ts'
import type { CustomerMeter } from '../model.ts'

/** A price for each unit of a meter. */
export type MeteredPrice = Extract<Price, { readonly kind: 'metered_unit' }>

/** The prices of usage among those of a product or a subscription, in their order. */
export function meteredPrices(prices: readonly Price[]): MeteredPrice[] {
  return prices.filter((price) => price.kind === 'metered_unit')
}

export const meterCreditColumns = {
  id: uuid(),
  organizationId: uuid(),
  customerId: uuid(),
  meterId: uuid(),
  creditedAt: time(),
  /** Negative where they were taken back. */
  units: integer(),
  /** Whether what is left of them at the end of a window is credited again (rule B4). */
  rollover: flag(),
  /** The cause for which they were credited. */
  source: text(),
} as const

/** Units of a meter that a customer was credited, once for each source. */
export type MeterCredit = Model<typeof meterCreditColumns>

/** The usage of a meter by a customer since `start`, and its credits, as far as it is to be billed. The row is locked. */
export interface WindowUsage {
  readonly customerId: string
  readonly meter: Meter
  /** The price that bills it; null: it was not billed. */
  readonly price: MeteredPrice | null
  readonly start: Date | null
  /** The credits of the window in the order of time, and those after its end. */
  readonly credits: readonly MeterCredit[]
  readonly laterCredits: readonly MeterCredit[]
  /** Recomputed from the events. */
  readonly consumed: Rational
}

/** A meter that a subscription bills, with what its customer has used of it. */
export type SubscriptionMeter = Pick<CustomerMeter, 'id' | 'createdAt' | 'modifiedAt' | 'consumed' | 'creditedUnits'> & {
  readonly meter: Meter
}
