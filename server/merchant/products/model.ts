import type { Metadata } from '#kernel/metadata.ts'
import { type Price, priceKinds } from './prices/index.ts'

export type { FixedPrice, Price, PriceBase, PriceColumns } from './prices/index.ts'
export { fromPriceColumns, priceKinds } from './prices/index.ts'

export type RecurringInterval = 'month' | 'year'

/** What is sold. Never deleted, only archived. Times are UTC. */
export interface Product {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly description: string | null
  /** Null: sold once. */
  readonly recurringInterval: RecurringInterval | null
  readonly isArchived: boolean
  readonly metadata: Metadata
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** A product with its prices in their order, archived ones included where they are known. */
export interface PricedProduct extends Product {
  readonly prices: readonly Price[]
}

/** The prices a product is sold at now, in their order. */
export function livePrices(product: PricedProduct): Price[] {
  return product.prices.filter((price) => !price.isArchived)
}

/** The price that is due at checkout, or null when the product has none at present. */
export function staticPrice(product: PricedProduct): Price | null {
  return livePrices(product).find((price) => priceKinds[price.kind].isStatic) ?? null
}

/** What a price asks at checkout, in minor units. */
export function amountOf(price: Price): number {
  return priceKinds[price.kind].amountFor(price)
}
