import type { Product } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

type StatusFields = Pick<Product, 'isArchived'>

const statuses: StatusTable<'onSale' | 'archived'> = {
  onSale: { tone: 'good', word: () => t('onSale'), meaning: () => t('meanings.onSale') },
  archived: { tone: 'ended', word: () => t('archived'), meaning: () => t('meanings.archived') },
}
const statusOf = ({ isArchived }: StatusFields) => statuses[isArchived ? 'archived' : 'onSale']

/** Whether a product is on sale, for rows. */
export const ProductStatus = ({ product }: { product: StatusFields }) => <StatusRow status={statusOf(product)} />

/** Whether a product is on sale, beside a title. */
export const ProductPill = ({ product }: { product: StatusFields }) => <StatusTitle status={statusOf(product)} />
