import { orders } from '#money/billing/orders/index.ts'
import { added } from '#platform/http/wire-parts.ts'
import { joined } from '#platform/resource/embedded.ts'
import { among, createdBetween, ids } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { taxRecordColumns } from './model.ts'
import { taxRecords } from './store.ts'
import type { FullTaxRecord } from './wire.ts'

/** The list of tax records with their orders. */
export const taxRecordList = list(taxRecords, {
  with: { order: joined(orders, { from: 'tax_records', column: 'order_id' }) },
  filters: {
    order_id: ids('tax_records.order_id').meta(added('Only what concerns these orders.')),
    kind: among('tax_records.kind', taxRecordColumns.kind.schema).meta(added('Only records of these kinds.')),
    status: among('tax_records.status', taxRecordColumns.status.schema).meta(added('Only records in these states.')),
    ...createdBetween('tax_records.created_at'),
  },
  sorting: { created_at: 'tax_records.created_at' },
  defaultSorting: '-created_at',
  item: ({ order, ...record }): FullTaxRecord => ({ record, order }),
})
