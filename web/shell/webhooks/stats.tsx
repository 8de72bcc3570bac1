import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { eventsQuery, useWebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import type { Figures } from '#web/shell/detail/detail-frame.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** The figures of an endpoint over the retained events (90 days). */
export function useEndpointFigures(endpoint: WebhookEndpoint): Figures {
  const webhooks = useWebhookClient()
  const query = { organizationId: endpoint.organizationId, endpointId: endpoint.id, limit: 1 } as const
  const all = useQuery(eventsQuery(webhooks, query)).data?.pagination.totalCount
  const done = useQuery(eventsQuery(webhooks, { ...query, status: 'delivered' })).data?.pagination.totalCount
  const waiting = useQuery(eventsQuery(webhooks, { ...query, status: 'pending' })).data?.pagination.totalCount
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
  return [
    [t('stats.delivered'), delivered],
    [
      t('stats.waiting'),
      <span key="waiting" className={waiting ? 'text-warn' : undefined}>
        {waiting ?? '…'}
      </span>,
    ],
    [t('lastAttempt'), endpoint.lastAttemptAt === null ? quiet(t('never')) : <Time at={endpoint.lastAttemptAt} key="last" />],
  ]
}

/** Refetches the statistics whenever `seen` (the data of the list) changes. */
export function useStatsRefresh(endpointId: string, seen: unknown): void {
  const store = useQueryClient()
  const before = useRef(seen)
  useEffect(() => {
    if (before.current !== undefined && before.current !== seen) {
      void store.invalidateQueries({ queryKey: ['webhookEndpoints', 'get', endpointId] })
      void store.invalidateQueries({ queryKey: ['webhookEvents'], predicate: ({ queryKey }) => isCount(queryKey[2]) })
    }
    before.current = seen
  }, [store, endpointId, seen])
}

const isCount = (input: unknown) => (input as { readonly limit?: number }).limit === 1
