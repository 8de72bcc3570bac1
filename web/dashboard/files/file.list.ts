import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of files. */
export const fileFilters = { service: 'one', created: 'dates' } as const satisfies FilterKinds
