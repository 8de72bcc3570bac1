import { z } from 'zod'
import type { AmountFault } from '#kernel/money.ts'
import type { Benefit } from '#merchant/catalogue/benefits/index.ts'
import type { AttachedField } from '#merchant/catalogue/custom-fields/model.ts'
import type { File } from '#merchant/catalogue/files/model.ts'
import { added } from '#platform/http/wire-parts.ts'
import { flag, type Model, metadata, oneOf, recorded, text } from '#platform/resource/columns.ts'
import { recurringInterval } from './prices/base.ts'
import { type Price, priceAmount, priceAmountFault, priceKinds } from './prices/index.ts'
import { trialColumns } from './trial.ts'

export { amountProblem } from './prices/base.ts'
export type { Price, PriceBase } from './prices/index.ts'
export { fromStoredPrice, priceColumns, priceKinds, toStoredPrice } from './prices/index.ts'
export type { Trial, TrialInterval } from './trial.ts'

export type RecurringInterval = 'month' | 'year'

/** The visibility of a product: all are public. */
export const productVisibility = z.enum(['draft', 'private', 'public']).meta({ id: 'ProductVisibility' })

/** The taxation of a product: at the standard rate, or not at all. */
export const taxCodes = ['standard', 'exempt'] as const
export type TaxCode = (typeof taxCodes)[number]

/** The schema of how a product is taxed. */
export const taxCode = z.enum(taxCodes).meta({ id: 'ProductTaxCode' })

export const productColumns = {
  ...recorded,
  name: text(),
  description: text().nullable(),
  /** Null: a one-time purchase. */
  recurringInterval: oneOf<RecurringInterval>(recurringInterval).nullable(),
  isArchived: flag(),
  ...trialColumns,
  taxCode: oneOf<TaxCode>(taxCode).meta(added('How it is taxed where its organization collects taxes: `exempt` is never taxed.')),
  metadata: metadata(),
} as const

/** A product. It is never deleted, only archived. Times are UTC. */
export type Product = Model<typeof productColumns>

/** A product with its prices in order, including archived ones where they were read. */
export interface PricedProduct extends Product {
  readonly prices: readonly Price[]
  /** The fields that its checkouts have, in their order. */
  readonly customFields: readonly AttachedField[]
  /** Its pictures, in their order. */
  readonly medias: readonly File[]
  /** The benefits that its buyers get, in their order. */
  readonly benefits: readonly Benefit[]
}

/** The prices of a product that are not archived, in order. */
export function livePrices(product: PricedProduct): Price[] {
  return product.prices.filter((price) => !price.isArchived)
}

/** The price that is due at checkout, or null when the product has none. */
export function staticPrice(product: PricedProduct): Price | null {
  return livePrices(product).find((price) => priceKinds[price.kind].isStatic) ?? null
}

/** The price at which a product is sold: the static one, or of a product with usage alone its first one, of which nothing is due. */
export function salePrice(product: PricedProduct): Price | null {
  return staticPrice(product) ?? livePrices(product)[0] ?? null
}

/** Whether nothing is ever charged for a product: all its prices are free. */
export function isFreeProduct(product: PricedProduct): boolean {
  return livePrices(product).every((price) => priceKinds[price.kind].isFree)
}

/** The bound that the amount which a buyer chose violates, in minor units; undefined where the buyer chooses none. */
export function chosenAmountFault(price: Price, amount: number): AmountFault | null | undefined {
  return priceAmountFault(price, amount)
}

/** The amount due at checkout for a price, in minor units; where the buyer chooses it, what the form starts with. */
export function amountOf(price: Price): number {
  return priceAmount(price)
}
