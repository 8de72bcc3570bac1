import { queryOptions } from '@tanstack/react-query'
import type { AdminOrganization } from '#client/administration-types.ts'
import { unwrap } from '#web/api.ts'
import type { At } from '../address.ts'
import { administration } from '../client.ts'
import { type ReadPage, sortAsked } from '../listing.tsx'

/** The first order of the list: what was created last. */
export const usualSort = '-createdAt'

/** Asks for a page of the organizations that the address means. */
export const reading =
  ({ query, sort = usualSort }: Pick<At, 'query' | 'sort'>): ReadPage<AdminOrganization> =>
  async (page, signal) => {
    const asked = { searchValue: query?.trim() || undefined, ...sortAsked(sort), ...page }
    const { data, error } = await administration.listOrganizations(asked, { signal })
    return error === null ? { data: { rows: data.organizations, total: data.total }, error } : { data, error }
  }

/** One organization with its people. */
export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['admin', 'organization', organizationId] as const,
    queryFn: ({ signal }) => administration.getOrganization({ organizationId }, { signal }).then(unwrap),
  })
