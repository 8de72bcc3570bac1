import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of orders. */
export const orderFilters = {
  status: 'several',
  created: 'dates',
  amount: 'amounts',
  product: 'reference',
  customer: 'reference',
  subscription: 'reference',
  tax: 'several',
} as const satisfies FilterKinds
