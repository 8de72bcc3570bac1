import type { Price, Product } from '#client/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { priceText } from './price-forms.tsx'

/** The current price of a product: the one that is not archived. */
export const priceOf = (product: Pick<Product, 'prices'>): Price | undefined => product.prices.find((price) => !price.isArchived)

/** The current price of a product. */
export function ProductPrice({ product }: { product: Pick<Product, 'prices'> }) {
  const price = priceOf(product)
  return price === undefined ? <span className="text-muted">—</span> : <PriceText price={price} />
}

/** A price in words. */
export function PriceText({ price }: { price: Price }) {
  return <span className="tabular-nums whitespace-nowrap">{priceText(price, useLanguage().locale)}</span>
}
