import { z } from 'zod'
import type { Problem } from '#kernel/refusal.ts'
import { flag, integer, type Model, money, recorded, text, uuid } from '#platform/resource/columns.ts'
import { fieldsOf } from '#platform/resource/fields.ts'

/** The billing interval. */
export const recurringInterval = z.enum(['month', 'year']).meta({ id: 'SubscriptionRecurringInterval' })

const baseColumns = { ...recorded, organizationId: uuid().fixed().private(), productId: uuid().fixed(), isArchived: flag() } as const

export const priceColumns = {
  ...baseColumns,
  /** The order of the product's prices, as sent. */
  position: integer().fixed(),
  /** The kind. */
  amountType: text().fixed(),
  // Each kind uses some of the columns below and leaves the others null.
  priceAmount: money().nullable().fixed(),
  priceCurrency: text().nullable().fixed(),
} as const

/** The fields of every kind of price. A price never changes: an edit archives it and creates another (rule C8). Times are UTC. */
export type PriceBase = Model<typeof baseColumns>

/** A price as stored. */
export type StoredPrice = Model<typeof priceColumns>

/** The columns for the fields of the kinds. */
export type KindColumns = Pick<StoredPrice, 'priceAmount' | 'priceCurrency'>

/** The JSON that every kind of price begins with. */
export const priceFields = fieldsOf(baseColumns)

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
  toColumns(price: Price): KindColumns
  /** Throws a `Bug` when a column that the kind needs is null. */
  fromColumns(columns: KindColumns, base: PriceBase): Price
  /** The amount due at checkout, in minor units, before discount and tax. */
  amountFor(price: Price): number
}
