import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of members. */
export const memberFilters = { role: 'several', team: 'several' } as const satisfies FilterKinds
