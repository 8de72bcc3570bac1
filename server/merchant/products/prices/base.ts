import { z } from 'zod'
import type { Problem } from '#kernel/refusal.ts'

/** How often something is billed. */
export const recurringInterval = z.enum(['month', 'year']).meta({ id: 'SubscriptionRecurringInterval' })

/** What every price has, of whatever kind. A price never changes: an edit archives it and makes another (rule C8). Times are UTC. */
export interface PriceBase {
  readonly id: string
  readonly organizationId: string
  readonly productId: string
  readonly isArchived: boolean
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** The columns in which kinds keep what is their own; each uses some and leaves the others null. */
export interface PriceColumns {
  readonly price_amount: number | null
  readonly price_currency: string | null
}

/** What of a product its prices repeat on the wire. */
export interface PricedProduct {
  readonly recurringInterval: 'month' | 'year' | null
}

/** What a kind says of itself besides its schemas: the contract test runs over these. */
export interface PriceKind<Price extends PriceBase, Draft> {
  readonly kind: string
  /** Static prices are due at checkout; a product has exactly one. */
  readonly isStatic: boolean
  /** Free prices never ask for money, and no discount applies to them. */
  readonly isFree: boolean
  /** What is wrong with a draft; `loc` is the place of the price in the input. */
  problems(draft: Draft, loc: readonly (string | number)[]): Problem[]
  /** The price that a draft becomes. */
  make(draft: Draft, base: PriceBase): Price
  toColumns(price: Price): PriceColumns
  /** Throws a `Bug` when a column that the kind needs is null. */
  fromColumns(columns: PriceColumns, base: PriceBase): Price
  /** What is due at checkout, in minor units, before discount and tax. */
  amountFor(price: Price): number
}
