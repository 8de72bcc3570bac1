import { z } from 'zod'
import type { Problem } from '#kernel/refusal.ts'

/** The billing interval. */
export const recurringInterval = z.enum(['month', 'year']).meta({ id: 'SubscriptionRecurringInterval' })

/** The fields of every kind of price. A price never changes: an edit archives it and creates another (rule C8). Times are UTC. */
export interface PriceBase {
  readonly id: string
  readonly organizationId: string
  readonly productId: string
  readonly isArchived: boolean
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** The columns for the fields of the kinds; each kind uses some and leaves the others null. */
export interface PriceColumns {
  readonly price_amount: number | null
  readonly price_currency: string | null
}

/** The fields of a product that its prices repeat on the wire. */
export interface PricedProduct {
  readonly recurringInterval: 'month' | 'year' | null
}

/** A kind of price, besides its schemas; the contract test covers every kind. */
export interface PriceKind<Price extends PriceBase, Draft> {
  readonly kind: string
  /** Static prices are due at checkout; a product has exactly one. */
  readonly isStatic: boolean
  /** A free price never requires a payment, and no discount applies to it. */
  readonly isFree: boolean
  /** The problems of a draft; `loc` is the location of the price in the input. */
  problems(draft: Draft, loc: readonly (string | number)[]): Problem[]
  /** Creates the price of a draft. */
  create(draft: Draft, base: PriceBase): Price
  toColumns(price: Price): PriceColumns
  /** Throws a `Bug` when a column that the kind needs is null. */
  fromColumns(columns: PriceColumns, base: PriceBase): Price
  /** The amount due at checkout, in minor units, before discount and tax. */
  amountFor(price: Price): number
}
