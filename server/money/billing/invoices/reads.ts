import { customers } from '#merchant/customers/index.ts'
import { orders } from '#money/billing/orders/index.ts'
import { joined } from '#platform/resource/embedded.ts'
import { among, amountBetween, createdBetween, ids, isSet, searchAcross } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { invoiceColumns } from './model.ts'
import { invoices } from './store.ts'
import type { FullInvoice } from './wire.ts'

/** The list of invoices and credit notes with their orders and customers. */
export const invoiceList = list(invoices, {
  with: {
    order: joined(orders, { from: 'invoices', column: 'order_id' }),
    customer: joined(customers, { from: 'invoices', column: 'customer_id' }),
  },
  filters: {
    kind: among('invoices.kind', invoiceColumns.kind.schema).meta({ description: 'Only invoices, or only credit notes.' }),
    order_id: ids('invoices.order_id').meta({ description: 'Only documents of these orders.' }),
    customer_id: ids('invoices.customer_id').meta({ description: 'Only documents of these customers.' }),
    voided: isSet('invoices.voided_at').meta({ description: 'Only credit notes that are void, or only documents that are valid.' }),
    query: searchAcross({ table: 'invoices', texts: ['number'] }, [
      { table: 'orders', column: 'order_id', texts: ['number'] },
      { table: 'customers', column: 'customer_id', texts: ['name', 'email'] },
    ]).meta({ description: "Part of its number, of the order's number, or of the customer's name or email." }),
    ...createdBetween('invoices.created_at'),
    ...amountBetween('invoices.total_amount', 'total'),
  },
  sorting: { created_at: 'invoices.created_at', amount: 'invoices.total_amount', number: 'invoices.number' },
  defaultSorting: '-created_at',
  item: ({ order, customer, ...invoice }): FullInvoice => ({ invoice, order, customer }),
})
