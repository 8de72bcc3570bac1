import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { failureStates } from '#web/parts/grants/state.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'

/** The number of grants that need the customer or the merchant; undefined while it is unknown. */
export function useOpenFailures(): number | undefined {
  const { id } = useOrganization()
  const may = useMay()
  const query = { organizationId: id, state: failureStates, limit: 1 }
  return useQuery({ ...apiQuery('benefitGrants', 'list', query), enabled: may('benefits:read') }).data?.pagination.totalCount
}
