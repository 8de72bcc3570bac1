import type { Price, Product } from '#client/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'

/** The price that a product is sold at: the one that is not archived. */
export const priceOf = (product: Pick<Product, 'prices'>): Price | undefined => product.prices.find((price) => !price.isArchived)

/** What a product costs now. */
export function ProductPrice({ product }: { product: Pick<Product, 'prices'> }) {
  const price = priceOf(product)
  return price === undefined ? <span className="text-muted">—</span> : <Amount currency={price.priceCurrency} value={price.priceAmount} />
}
