import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of refunds. */
export const refundFilters = {
  status: 'several',
  created: 'dates',
  amount: 'amounts',
  customer: 'reference',
} as const satisfies FilterKinds
