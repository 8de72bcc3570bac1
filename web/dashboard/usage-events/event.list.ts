import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of usage events. */
export const usageEventFilters = {
  name: 'suggested',
  date: 'dates',
  customer: 'reference',
  externalCustomer: 'text',
  source: 'one',
  meter: 'reference',
} as const satisfies FilterKinds
