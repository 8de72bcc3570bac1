import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of meters. */
export const meterFilters = { status: 'one', created: 'dates' } as const satisfies FilterKinds
