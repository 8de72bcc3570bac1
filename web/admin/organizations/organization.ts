import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#web/api.ts'
import { administration } from '../client.ts'

/** One organization with its members. */
export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['admin', 'organization', organizationId] as const,
    queryFn: ({ signal }) => administration.getOrganization({ organizationId }, { signal }).then(unwrap),
  })
