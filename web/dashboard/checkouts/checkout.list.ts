import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of checkouts. */
export const checkoutFilters = {
  status: 'several',
  created: 'dates',
  amount: 'amounts',
  product: 'reference',
} as const satisfies FilterKinds
