import { queryOptions } from '@tanstack/react-query'
import type { AdminUserQuery } from '#client/administration-types.ts'
import { unwrap } from '#web/api.ts'
import type { At } from '../address.ts'
import { administration } from '../client.ts'
import { pageLimit } from '../listing.tsx'

const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const filters: Readonly<Record<string, readonly [field: string, value: string]>> = {
  admin: ['role', 'admin'],
  banned: ['banned', 'true'],
  unconfirmed: ['emailVerified', 'false'],
}

/** The first order of the list: whoever came last. */
export const usualSort = '-createdAt'

/** What an address asks of the server, without its page. An id in the place of a search finds its person. */
export function askedOf({ query = '', is = '', of, sort = usualSort }: Pick<At, 'query' | 'is' | 'of' | 'sort'>): AdminUserQuery {
  const [filterField, filterValue] = anId.test(query.trim()) ? ['id', query.trim()] : (filters[is] ?? [])
  const searched = query === '' || filterField === 'id' ? undefined : query.trim()
  return {
    ...(searched !== undefined && { searchValue: searched, searchField: of === 'name' ? 'name' : 'email' }),
    ...(filterField !== undefined && { filterField, filterValue }),
    sortBy: sort.replace(/^-/, ''),
    sortDirection: sort.startsWith('-') ? 'desc' : 'asc',
  }
}

/** A page of the people that the address asks for. */
export const usersQuery = (at: At, page: number) =>
  queryOptions({
    queryKey: ['admin', 'users', askedOf(at), page] as const,
    queryFn: ({ signal }) =>
      administration
        .listUsers({ ...askedOf(at), limit: pageLimit, offset: (page - 1) * pageLimit }, { signal })
        .then(unwrap)
        .then(({ users, total }) => ({ rows: users, total })),
  })
