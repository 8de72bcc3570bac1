import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of grants. */
export const grantFilters = { state: 'several', customer: 'reference', benefit: 'reference' } as const satisfies FilterKinds
