import { queryOptions } from '@tanstack/react-query'
import type { AdminOrganizationQuery } from '#client/administration-types.ts'
import { unwrap } from '#web/api.ts'
import type { At } from '../address.ts'
import { administration } from '../client.ts'
import { pageLimit } from '../listing.tsx'

/** The first order of the list: what was created last. */
export const usualSort = '-createdAt'

/** What an address asks of the server, without its page. */
export function askedOf({ query, sort = usualSort }: Pick<At, 'query' | 'sort'>): AdminOrganizationQuery {
  const words = query?.trim()
  return {
    ...(words && { searchValue: words }),
    sortBy: sort.replace(/^-/, ''),
    sortDirection: sort.startsWith('-') ? 'desc' : 'asc',
  }
}

/** A page of the organizations that the address asks for. */
export const organizationsQuery = (at: Pick<At, 'query' | 'sort'>, page: number) =>
  queryOptions({
    queryKey: ['admin', 'organizations', askedOf(at), page] as const,
    queryFn: ({ signal }) =>
      administration
        .listOrganizations({ ...askedOf(at), limit: pageLimit, offset: (page - 1) * pageLimit }, { signal })
        .then(unwrap)
        .then(({ organizations, total }) => ({ rows: organizations, total })),
  })

/** One organization with its people. */
export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['admin', 'organization', organizationId] as const,
    queryFn: ({ signal }) => administration.getOrganization({ organizationId }, { signal }).then(unwrap),
  })
