import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of custom fields. */
export const customFieldFilters = { type: 'one', created: 'dates' } as const satisfies FilterKinds
