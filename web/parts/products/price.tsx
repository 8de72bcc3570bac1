import type { Price, Product } from '#client/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'

/** The current price of a product: the one that is not archived. */
export const priceOf = (product: Pick<Product, 'prices'>): Price | undefined => product.prices.find((price) => !price.isArchived)

/** The current price of a product. */
export function ProductPrice({ product }: { product: Pick<Product, 'prices'> }) {
  const price = priceOf(product)
  return price === undefined ? <span className="text-muted">—</span> : <Amount currency={price.priceCurrency} value={price.priceAmount} />
}
