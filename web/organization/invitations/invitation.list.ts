import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of invitations. */
export const invitationFilters = { status: 'several' } as const satisfies FilterKinds
