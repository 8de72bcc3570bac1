import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the audit log: the subject, the actor and the time. */
export const entryFilters = { status: 'one', by: 'reference', time: 'dates' } as const satisfies FilterKinds
