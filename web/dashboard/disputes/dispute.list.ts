import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of disputes. */
export const disputeFilters = {
  status: 'several',
  created: 'dates',
  amount: 'amounts',
  customer: 'reference',
  order: 'reference',
} as const satisfies FilterKinds
