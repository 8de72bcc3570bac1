import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the audit log: the subject, the actor and when it happened. */
export const entryFilters = { status: 'one', by: 'reference', happened: 'dates' } as const satisfies FilterKinds
