import { useQuery } from '@tanstack/react-query'
import type { Organization } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { isPermitted } from './access/permission.ts'

/** A feature that not every merchant has: its pages are in the sidebar only where it is used, or possible. */
export type Feature = 'usage' | 'testClock'

/** The features of an organization: usage where its setting is on, or a meter exists; the test clock in test mode. */
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
  const isUsed = isOn || (meters.data?.pagination.totalCount ?? 0) > 0
  return new Set<Feature>([...(isUsed ? (['usage'] as const) : []), ...(merchant.data?.mode === 'test' ? (['testClock'] as const) : [])])
}
