import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of benefits. */
export const benefitFilters = { type: 'one', created: 'dates' } as const satisfies FilterKinds
