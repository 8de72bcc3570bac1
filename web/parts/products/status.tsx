import type { Product } from '#client/index.ts'
import { Status, StatusPill } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

type StatusFields = Pick<Product, 'isArchived'>
const toneOf = (product: StatusFields) => (product.isArchived ? 'ended' : 'good')
const labelOf = (product: StatusFields) => t(product.isArchived ? 'archived' : 'onSale')

/** Whether a product is on sale, for rows. */
export function ProductStatus({ product }: { product: StatusFields }) {
  return <Status tone={toneOf(product)}>{labelOf(product)}</Status>
}

/** Whether a product is on sale, beside a title. */
export function ProductPill({ product }: { product: StatusFields }) {
  return <StatusPill tone={toneOf(product)}>{labelOf(product)}</StatusPill>
}
