import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of invoices and credit notes. */
export const invoiceFilters = {
  kind: 'several',
  created: 'dates',
  amount: 'amounts',
  customer: 'reference',
} as const satisfies FilterKinds
