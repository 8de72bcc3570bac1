import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of discounts. */
export const discountFilters = { status: 'several', created: 'dates' } as const satisfies FilterKinds
