import { queryOptions } from '@tanstack/react-query'
import type { AdminOrganization } from '#client/types.ts'
import { unwrap } from '#web/api.ts'
import { administration } from '../client.ts'
import { type ReadPage, toSortQuery } from '../listing.tsx'
import type { AdminSearch } from '../use-search.ts'

/** The default order of the list: newest first. */
export const defaultSort = '-createdAt'
const sortFields = ['name', 'slug', 'createdAt'] as const

/** Reads a page of the organizations that match the URL search. */
export const readOrganizations =
  ({ query, sort = defaultSort }: Pick<AdminSearch, 'query' | 'sort'>): ReadPage<AdminOrganization> =>
  async (page, signal) => {
    const input = { searchValue: query?.trim() || undefined, ...toSortQuery(sort, sortFields), ...page }
    const { data, error } = await administration.listOrganizations(input, { signal })
    return error === null ? { data: { rows: data.organizations, total: data.total }, error } : { data, error }
  }

/** One organization with its members. */
export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['admin', 'organization', organizationId] as const,
    queryFn: ({ signal }) => administration.getOrganization({ organizationId }, { signal }).then(unwrap),
  })
