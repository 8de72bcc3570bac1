import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import type { Organization, WebhookDelivery, WebhookEndpoint } from '#client/index.ts'
import { apiQuery, client, unwrap } from '#web/api.ts'
import { redeliverCommand } from '#web/parts/webhooks/commands.tsx'
import { durationText } from '#web/parts/webhooks/duration.ts'
import { allEvents, subscribedEvents } from '#web/parts/webhooks/events.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EventResult } from '#web/parts/webhooks/status.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { openRow } from '#web/shell/list/open-row.ts'
import { pagedRows } from '#web/shell/list/sources.ts'
import { type ListActions, type Place, surfaceList } from '#web/shell/list/surface-list.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { Empty } from '#web/ui/display/empty.tsx'
import { HooksIcon } from '#web/ui/icons/index.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { deliveryFilters } from './delivery.list.ts'
import { useStatsRefresh } from './stats.tsx'
import { useRedeliver } from './use-redeliver.ts'

type DeliveryQuery = NonNullable<Parameters<typeof client.webhookDeliveries.list>[0]>

const AttemptDrawer = lazy(() => import('./attempt-drawer.tsx'))

const refetchMs = 5000
const results = ['delivered', 'pending', 'failed', 'skipped'] as const

const route = getRouteApi('/dashboard/$org/developers/webhooks/$id')

/** The page of an endpoint, and the event that is open beside its deliveries. */
interface EndpointPlace extends Place {
  readonly organization: Organization
  readonly endpointId: string
  /** Undefined while it loads. */
  readonly endpoint: WebhookEndpoint | undefined
  readonly eventId: string | undefined
  readonly open: (eventId: string | undefined) => void
}

function usePlace(): EndpointPlace {
  const organization = useOrganization()
  const router = useRouter()
  const navigate = route.useNavigate()
  const { id: endpointId } = route.useParams()
  const { event: eventId } = route.useSearch()
  return {
    organization,
    endpointId,
    endpoint: useQuery(apiQuery('webhookEndpoints', 'get', endpointId)).data,
    eventId,
    open: (event) => void navigate({ search: (now) => ({ ...now, event, attempt: undefined }) }),
    go: (href) => router.history.push(href),
  }
}

/** The deliveries of the endpoint of this page: each event once, by its latest attempt. An open event has its own URL. */
const Deliveries: ComponentType = surfaceList({
  name: 'dashboard/webhookDeliveries',
  isEmbedded: true,
  usePlace,
  source: pagedRows({
    key: ['webhookDeliveries', 'list'],
    read: async (query: DeliveryQuery, page, options) => {
      const { items, pagination } = unwrap(await client.webhookDeliveries.list({ ...query, ...page }, options))
      return { rows: items, total: pagination.totalCount }
    },
    refetchMs,
  }),
  kinds: deliveryFilters,
  title: () => t('tabs.deliveries'),
  count: (count) => t('deliveries.count', { count }),
  searchLabel: () => t('deliveries.search'),
  filters: ({ endpoint }) => ({
    result: { label: () => t('deliveries.filterResult'), options: () => results.map((value) => ({ value, label: t(`result.${value}`) })) },
    type: {
      label: () => t('deliveries.filterEvent'),
      options: () =>
        allEvents.filter((event) => endpoint && subscribedEvents(endpoint).includes(event)).map((value) => ({ value, label: value })),
    },
    created: { label: () => t('deliveries.last') },
  }),
  queryOf: ({ result, type, created = {} }, query, { place }) => ({
    organizationId: place.organization.id,
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
})

export default Deliveries

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
