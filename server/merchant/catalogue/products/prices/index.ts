// The kinds of prices. A new kind is a file in this folder and a line in the table.
import type { Model } from '#platform/resource/columns.ts'
import { custom } from './custom.ts'
import { fixed } from './fixed.ts'
import { free } from './free.ts'
import { meteredUnit } from './metered-unit.ts'
import { type DraftOf, type PriceOf, priceRegistry } from './registry.ts'

/** The kinds by name; the name is the `amount_type` on the wire. */
export const priceKinds = {
  fixed,
  custom,
  free,
  metered_unit: meteredUnit,
} as const

const prices = priceRegistry(priceKinds)

export type { DraftContext, PriceBase, PricedProduct, PriceReferences } from './base.ts'
export type Price = PriceOf<typeof priceKinds>
export type PriceDraft = DraftOf<typeof priceKinds>
/** A price as stored. */
export type StoredPrice = Model<typeof prices.columns>

export const priceColumns = prices.columns
export const productPrice = prices.wire.meta({ id: 'ProductPrice' })
export const productPriceCreate = prices.body
export const {
  toDraft: toPriceDraft,
  problems: priceProblems,
  amountFor: priceAmount,
  amountFault: priceAmountFault,
  toWire: toPriceWire,
  toStored: toStoredPrice,
  fromStored: fromStoredPrice,
} = prices
