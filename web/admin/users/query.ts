import type { AdminUserQuery } from '#client/types.ts'
import type { ValuesOf } from '#web/shell/list/surface-list.tsx'
import type { Sort } from '#web/ui/display/table.tsx'
import type { userFilters } from '../search.ts'
import { toSortQuery } from '../sort-query.ts'

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The filters and the search text as the server's query. A user id as search text finds that user. */
export function toUserQuery(values: ValuesOf<typeof userFilters>, query = '', sort: Sort): Omit<AdminUserQuery, 'limit' | 'offset'> {
  const { of, role, banned, verified } = values
  const text = query.trim()
  return {
    ...(idPattern.test(text)
      ? { filterField: 'id', filterValue: text }
      : text !== '' && { searchValue: text, searchField: of === 'name' ? 'name' : 'email' }),
    role,
    banned,
    verified,
    ...toSortQuery(sort, ['name', 'email', 'role', 'createdAt']),
  }
}
