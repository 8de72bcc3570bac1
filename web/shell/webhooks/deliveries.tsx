import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useContext } from 'react'
import type { WebhookDelivery, WebhookEndpoint } from '#client/index.ts'
import { redeliverCommand } from '#web/parts/webhooks/commands.tsx'
import { durationText } from '#web/parts/webhooks/duration.ts'
import { subscribedEvents } from '#web/parts/webhooks/events.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EventResult } from '#web/parts/webhooks/status.tsx'
import { endpointQuery, useWebhookClient, type WebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { openRow } from '#web/shell/list/open-row.ts'
import { type ListActions, type Place, type SurfaceList, surfaceList } from '#web/shell/list/surface-list.tsx'
import { OrganizationContext } from '#web/shell/organizations.ts'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { Empty } from '#web/ui/display/empty.tsx'
import { HooksIcon } from '#web/ui/icons/index.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { deliveryFilters, type endpointSearch } from './delivery.list.ts'
import { type DeliveryQuery, deliveryRows } from './delivery-rows.ts'
import { useStatsRefresh } from './stats.tsx'
import { useRedeliver } from './use-redeliver.ts'

const AttemptDrawer = lazy(() => import('./attempt-drawer.tsx'))

const results = ['delivered', 'pending', 'failed', 'skipped'] as const

/** The page of an endpoint, and the event that is open beside its deliveries. */
interface EndpointPlace extends Place {
  readonly webhooks: WebhookClient
  /** Undefined for the operator's. */
  readonly organizationId: string | undefined
  readonly endpointId: string
  /** Undefined while it loads. */
  readonly endpoint: WebhookEndpoint | undefined
  readonly eventId: string | undefined
  readonly open: (eventId: string | undefined) => void
}

function usePlace(): EndpointPlace {
  const webhooks = useWebhookClient()
  const organizationId = useContext(OrganizationContext)?.id
  const router = useRouter()
  const { id: endpointId = '' } = useParams({ strict: false })
  const { at, set } = usePageSearch<typeof endpointSearch>()
  const { event: eventId } = at
  return {
    webhooks,
    organizationId,
    endpointId,
    endpoint: useQuery(endpointQuery(webhooks, endpointId)).data,
    eventId,
    open: (event) => set({ event, attempt: undefined }),
    go: (href) => router.history.push(href),
  }
}

const declared: Omit<SurfaceList<EndpointPlace, DeliveryQuery, WebhookDelivery, typeof deliveryFilters>, 'source'> = {
  name: 'dashboard/webhookDeliveries',
  isEmbedded: true,
  usePlace,
  kinds: deliveryFilters,
  title: () => t('tabs.deliveries'),
  count: (count) => t('deliveries.count', { count }),
  searchLabel: () => t('deliveries.search'),
  filters: ({ endpoint, webhooks }) => ({
    result: { label: () => t('deliveries.filterResult'), options: () => results.map((value) => ({ value, label: t(`result.${value}`) })) },
    type: {
      label: () => t('deliveries.filterEvent'),
      options: () =>
        webhooks.events.filter((event) => endpoint && subscribedEvents(endpoint).includes(event)).map((value) => ({ value, label: value })),
    },
    created: { label: () => t('deliveries.last') },
  }),
  queryOf: ({ result, type, created = {} }, query, { place }) => ({
    organizationId: place.organizationId,
    endpointId: place.endpointId,
    eventStatus: result as (typeof results)[number][] | undefined,
    eventType: type && [...type],
    ...instantsOf(created),
    query,
    isLatest: true,
  }),
  columns: [
    {
      id: 'event',
      head: () => t('deliveries.event'),
      cell: ({ webhookEvent }) => (
        <span className="font-mono text-caption font-regular" translate="no">
          {webhookEvent.type}
          {webhookEvent.isSample && <span className="font-sans text-muted"> · {t('sample.mark')}</span>}
        </span>
      ),
    },
    { id: 'result', head: () => t('deliveries.result'), cell: ({ webhookEvent }) => <EventResult event={webhookEvent} /> },
    {
      id: 'resource',
      head: () => t('deliveries.resource'),
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ webhookEvent }) => <Id name={t('deliveries.resource')} value={webhookEvent.resourceId} />,
    },
    {
      id: 'attempts',
      head: () => t('deliveries.attempts'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ webhookEvent }) => webhookEvent.attempts,
    },
    {
      id: 'time',
      head: () => t('deliveries.duration'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ durationMs }) => durationText(durationMs),
    },
    {
      id: 'last',
      head: () => t('deliveries.last'),
      align: 'end',
      quiet: true,
      narrow: 'second',
      optional: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ],
  idOf: ({ webhookEvent }) => webhookEvent.id,
  nameOf: ({ webhookEvent }) => webhookEvent.type,
  hrefOf: ({ webhookEvent }) => withEvent(webhookEvent.id),
  noMatches: () => t('deliveries.noMatches'),
  empty: () => <Empty icon={HooksIcon} text={t('deliveries.emptyText')} title={t('deliveries.emptyTitle')} />,
  useActions: useDeliveryActions,
}

/** The deliveries of the endpoint of this page: each event once, by its latest attempt. An open event has its own URL. */
export const deliveriesOf = (webhooks: WebhookClient): ComponentType => surfaceList({ ...declared, source: deliveryRows(webhooks) })

/** The URL of this page with the event open. */
function withEvent(eventId: string): string {
  const search = new URLSearchParams(location.search)
  search.set('event', eventId)
  search.delete('attempt')
  return `${location.pathname}?${search}`
}

function useDeliveryActions(place: EndpointPlace, deliveries: readonly WebhookDelivery[]): ListActions<WebhookDelivery> {
  const { endpoint, endpointId, eventId, open } = place
  const redeliver = useRedeliver()
  useStatsRefresh(endpointId, deliveries)
  const events = deliveries.map(({ webhookEvent }) => webhookEvent)
  const opened = openRow(events, eventId, open)
  return {
    commandsOf: ({ webhookEvent }) => [[redeliverCommand(() => void redeliver.run(webhookEvent.id))]],
    overlays: endpoint !== undefined && eventId !== undefined && (
      <Suspense fallback={null}>
        <AttemptDrawer
          endpoint={endpoint}
          eventId={eventId}
          onClose={() => open(undefined)}
          onNext={opened?.onNext}
          onPrevious={opened?.onPrevious}
        />
      </Suspense>
    ),
  }
}
