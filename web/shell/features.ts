import { useQuery } from '@tanstack/react-query'
import type { Organization } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { isPermitted } from './access/permission.ts'

/** What a merchant may do without: its pages are in the sidebar only where it is used. */
export type Feature = 'usage'

/** The features that an organization uses: usage where its setting is on, or a meter exists. */
export function useFeatures(organization: Organization | undefined): ReadonlySet<Feature> {
  const id = organization?.id ?? ''
  const isKnown = organization !== undefined
  const merchant = useQuery({ ...apiQuery('organizations', 'get', id), enabled: isKnown })
  const isOn = merchant.data?.featureSettings?.usageBasedBillingEnabled === true
  const mayRead = isKnown && isPermitted(organization, 'meters:read')
  const meters = useQuery({
    ...apiQuery('meters', 'list', { organizationId: id, limit: 1 }),
    enabled: mayRead && merchant.data !== undefined && !isOn,
  })
  return new Set(isOn || (meters.data?.pagination.totalCount ?? 0) > 0 ? ['usage'] : [])
}
