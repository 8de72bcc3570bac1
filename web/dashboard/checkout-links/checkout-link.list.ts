import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of checkout links. */
export const checkoutLinkFilters = { created: 'dates' } as const satisfies FilterKinds
