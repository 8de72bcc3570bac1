import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of license keys. */
export const licenseKeyFilters = {
  status: 'several',
  customer: 'reference',
  benefit: 'reference',
  created: 'dates',
} as const satisfies FilterKinds
