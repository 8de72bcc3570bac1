import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { linkClass } from '#web/ui/actions/link.tsx'
import { StatsRow } from '#web/ui/display/metric.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** Delivery statistics of an endpoint over the retained events (90 days). */
export function EndpointStats({ endpoint, onRotate }: { endpoint: WebhookEndpoint; onRotate: () => void }) {
  const organization = useOrganization()
  const baseQuery = { organizationId: organization.id, endpointId: endpoint.id, isLatest: true, limit: 1 } as const
  const all = useQuery(apiQuery('webhookDeliveries', 'list', baseQuery)).data?.pagination.totalCount
  const done = useQuery(apiQuery('webhookDeliveries', 'list', { ...baseQuery, eventStatus: 'delivered' })).data?.pagination.totalCount
  const waiting = useQuery(apiQuery('webhookDeliveries', 'list', { ...baseQuery, eventStatus: 'pending' })).data?.pagination.totalCount
  const quiet = (text: ReactNode) => <span className="text-label font-regular text-muted">{text}</span>
  const delivered =
    all === undefined || done === undefined ? (
      '…'
    ) : all === 0 ? (
      quiet(t('stats.nothing'))
    ) : (
      <>
        {Math.floor((done / all) * 1000) / 10}% {quiet(t('stats.deliveredOf', { done, all }))}
      </>
    )
  return (
    <StatsRow
      stats={[
        [t('stats.delivered'), delivered],
        [
          t('stats.waiting'),
          <span key="waiting" className={waiting ? 'text-warn' : undefined}>
            {waiting ?? '…'}
          </span>,
        ],
        [t('lastAttempt'), endpoint.lastAttemptAt === null ? quiet(t('never')) : <Time at={endpoint.lastAttemptAt} key="last" />],
        [
          t('stats.secret'),
          <span className="inline-flex items-baseline gap-8 text-label font-regular" key="secret">
            <span className="font-mono">whsec_••••</span>
            <Permitted needs="webhooks:write">
              <button className={linkClass} onClick={onRotate} type="button">
                {t('actions.rotateShort')}
              </button>
            </Permitted>
          </span>,
        ],
      ]}
    />
  )
}

/** Refetches the statistics whenever `seen` (the data of the list) changes. */
export function useStatsRefresh(endpointId: string, seen: unknown): void {
  const store = useQueryClient()
  const before = useRef(seen)
  useEffect(() => {
    if (before.current !== undefined && before.current !== seen) {
      void store.invalidateQueries({ queryKey: ['webhookEndpoints', 'get', endpointId] })
      void store.invalidateQueries({ queryKey: ['webhookDeliveries'], predicate: ({ queryKey }) => isCount(queryKey[2]) })
    }
    before.current = seen
  }, [store, endpointId, seen])
}

const isCount = (input: unknown) => (input as { readonly limit?: number }).limit === 1
