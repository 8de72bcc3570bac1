import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { ask } from '#web/api.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { linkClass } from '#web/ui/actions/link.tsx'
import { FactsRow } from '#web/ui/display/metric.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** How well an endpoint receives, counted over the events that are still kept (90 days). */
export function EndpointFacts({ endpoint, onRotate }: { endpoint: WebhookEndpoint; onRotate: () => void }) {
  const organization = useOrganization()
  const narrowed = { organizationId: organization.id, endpointId: endpoint.id, isLatest: true, limit: 1 } as const
  const all = useQuery(ask('webhookDeliveries', 'list', narrowed)).data?.pagination.totalCount
  const done = useQuery(ask('webhookDeliveries', 'list', { ...narrowed, eventStatus: 'delivered' })).data?.pagination.totalCount
  const waiting = useQuery(ask('webhookDeliveries', 'list', { ...narrowed, eventStatus: 'pending' })).data?.pagination.totalCount
  const quiet = (words: ReactNode) => <span className="text-label font-regular text-muted">{words}</span>
  const delivered =
    all === undefined || done === undefined ? (
      '…'
    ) : all === 0 ? (
      quiet(t('facts.nothing'))
    ) : (
      <>
        {Math.floor((done / all) * 1000) / 10}% {quiet(t('facts.deliveredOf', { done, all }))}
      </>
    )
  return (
    <FactsRow
      facts={[
        [t('facts.delivered'), delivered],
        [
          t('facts.waiting'),
          <span key="waiting" className={waiting ? 'text-warn' : undefined}>
            {waiting ?? '…'}
          </span>,
        ],
        [t('lastAttempt'), endpoint.lastAttemptAt === null ? quiet(t('never')) : <Time at={endpoint.lastAttemptAt} key="last" />],
        [
          t('facts.secret'),
          <span className="inline-flex items-baseline gap-8 text-label font-regular" key="secret">
            <span className="font-mono">whsec_••••</span>
            <button className={linkClass} onClick={onRotate} type="button">
              {t('acts.rotateShort')}
            </button>
          </span>,
        ],
      ]}
    />
  )
}

/** Asks for the facts again whenever `seen` (what the list shows) has become another. */
export function useFactsFollow(endpointId: string, seen: unknown): void {
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
