import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of customers. */
export const customerFilters = { created: 'dates' } as const satisfies FilterKinds
