import type { Product } from '#client/index.ts'
import { Status, StatusPill } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

type Sold = Pick<Product, 'isArchived'>
const toneOf = (product: Sold) => (product.isArchived ? 'over' : 'good')
const wordOf = (product: Sold) => t(product.isArchived ? 'archived' : 'onSale')

/** Whether a product can be bought, for rows. */
export function ProductStatus({ product }: { product: Sold }) {
  return <Status tone={toneOf(product)}>{wordOf(product)}</Status>
}

/** The same beside a title. */
export function ProductPill({ product }: { product: Sold }) {
  return <StatusPill tone={toneOf(product)}>{wordOf(product)}</StatusPill>
}
