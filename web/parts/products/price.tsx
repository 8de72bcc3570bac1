import type { Product } from '#client/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { productPriceText } from './price-labels.ts'

/** The prices of a product in a few words. */
export function ProductPrice({ product }: { product: Pick<Product, 'prices'> }) {
  const text = productPriceText(product, useLanguage().locale)
  return text === undefined ? <span className="text-muted">—</span> : <span className="tabular-nums whitespace-nowrap">{text}</span>
}
