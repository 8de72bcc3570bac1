import type { Sort } from '#web/ui/display/table.tsx'

/** The order of a list as the server's query. A name outside `fields` leaves the order to the server. */
export const toSortQuery = <Field extends string>({ by, descending }: Sort, fields: readonly Field[]) => ({
  sortBy: fields.find((field) => field === by),
  sortDirection: descending ? ('desc' as const) : ('asc' as const),
})
