import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of subscriptions. */
export const subscriptionFilters = {
  status: 'several',
  ending: 'has',
  interval: 'several',
  product: 'reference',
  customer: 'reference',
  amount: 'amounts',
  created: 'dates',
  renews: 'dates',
} as const satisfies FilterKinds
