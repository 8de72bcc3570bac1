import type { FilterKinds } from '#web/shell/list/search.ts'

/** The filters of the list of products. */
export const productFilters = { status: 'one', billing: 'one', created: 'dates', price: 'amounts' } as const satisfies FilterKinds
