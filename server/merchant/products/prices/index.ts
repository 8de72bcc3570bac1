// The registry of price kinds: a new kind needs a file in this folder and one line in each table.
import { z } from 'zod'
import { Bug } from '#kernel/assert.ts'
import type { PriceBase, PricedProduct, PriceKind, StoredPrice } from './base.ts'
import { type FixedDraft, type FixedPrice, fixed, fixedCreate, fixedWire, toFixedDraft, toFixedWire } from './fixed.ts'

export type { PriceBase, PricedProduct, StoredPrice } from './base.ts'
export { priceColumns } from './base.ts'
export type { FixedPrice } from './fixed.ts'

export type Price = FixedPrice
export type PriceDraft = FixedDraft

/** The kinds by name; the name is the `amount_type` on the wire. */
export const priceKinds = { fixed } as const satisfies { readonly [Kind in Price['kind']]: PriceKind<Price, PriceDraft> }

/** A price in an answer. */
export const productPrice = z.discriminatedUnion('amount_type', [fixedWire]).meta({ id: 'ProductPrice' })

/** A new price in a body. */
export const productPriceCreate = z.discriminatedUnion('amount_type', [fixedCreate])

/** The draft of a body. */
export function toPriceDraft(body: z.output<typeof productPriceCreate>, defaultCurrency: string): PriceDraft {
  return toFixedDraft(body, defaultCurrency)
}

/** The price as JSON. */
export function toPriceWire(price: Price, product: PricedProduct): z.output<typeof productPrice> {
  return toFixedWire(price, product)
}

/** The price as stored. */
export function toStoredPrice(price: Price, position: number): StoredPrice {
  return { ...baseOf(price), position, amountType: price.kind, ...priceKinds[price.kind].toColumns(price) }
}

/** The price of its stored form. Throws a `Bug` for an unknown kind. */
export function fromStoredPrice(stored: StoredPrice): Price {
  const kind = stored.amountType
  if (!Object.hasOwn(priceKinds, kind)) throw new Bug(`There is no price kind ${kind}`)
  return priceKinds[kind as Price['kind']].fromColumns(stored, baseOf(stored))
}

function baseOf({ id, organizationId, productId, isArchived, createdAt, modifiedAt }: PriceBase): PriceBase {
  return { id, organizationId, productId, isArchived, createdAt, modifiedAt }
}
