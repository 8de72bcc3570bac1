import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import type { WebhookDelivery, WebhookEndpoint } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { redeliverCommand } from '#web/parts/webhooks/commands.tsx'
import { durationText } from '#web/parts/webhooks/duration.ts'
import { allEvents } from '#web/parts/webhooks/events.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EventResult } from '#web/parts/webhooks/status.tsx'
import { useMenuOf } from '#web/shell/access/permitted.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { Empty, FilteredEmpty } from '#web/ui/display/empty.tsx'
import { type Filter, FilterBar } from '#web/ui/display/filter-bar.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { HooksIcon } from '#web/ui/icons/index.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { useStatsRefresh } from './stats.tsx'
import { useRedeliver } from './use-redeliver.ts'

const AttemptDrawer = lazy(() => import('./attempt-drawer.tsx'))

const limit = 25
const refetchMs = 5000
const statuses = ['delivered', 'pending', 'failed', 'skipped'] as const

const route = getRouteApi('/dashboard/$org/developers/webhooks/$id')

const columns: readonly Column<WebhookDelivery>[] = [
  {
    id: 'event',
    head: t('deliveries.event'),
    cell: ({ webhookEvent }) => <span className="font-mono text-caption font-regular">{webhookEvent.type}</span>,
  },
  { id: 'result', head: t('deliveries.result'), cell: ({ webhookEvent }) => <EventResult event={webhookEvent} /> },
  {
    id: 'resource',
    head: t('deliveries.resource'),
    quiet: true,
    narrow: 'hide',
    cell: ({ webhookEvent }) => <Id name={t('deliveries.resource')} value={webhookEvent.resourceId} />,
  },
  {
    id: 'attempts',
    head: t('deliveries.attempts'),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ webhookEvent }) => webhookEvent.attempts,
  },
  {
    id: 'time',
    head: t('deliveries.duration'),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ durationMs }) => durationText(durationMs),
  },
  {
    id: 'last',
    head: t('deliveries.last'),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

const filters = (endpoint: WebhookEndpoint): readonly Filter[] => [
  { id: 'result', label: t('deliveries.filterResult'), options: statuses.map((value) => ({ value, label: t(`result.${value}`) })) },
  {
    id: 'type',
    label: t('deliveries.filterEvent'),
    options: allEvents.filter((event) => endpoint.events.includes(event)).map((value) => ({ value, label: value })),
  },
]

/** The deliveries of an endpoint: each event once, by its latest attempt. An open event has its own URL. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const organization = useOrganization()
  const navigate = route.useNavigate()
  const { event, result, type, page } = route.useSearch()
  const bar = useRef<HTMLDivElement>(null)
  const redeliver = useRedeliver()
  const menuOf = useMenuOf()
  const baseQuery = { organizationId: organization.id, endpointId: endpoint.id, eventStatus: result, eventType: type, isLatest: true }
  const query = useQuery({ ...apiQuery('webhookDeliveries', 'list', { ...baseQuery, page, limit }), refetchInterval: refetchMs })
  useStatsRefresh(endpoint.id, query.data)
  useShortcut('/', () => bar.current?.querySelector('button')?.click())
  const open = (id: string | undefined) => void navigate({ search: (now) => ({ ...now, event: id, attempt: undefined }) })
  const isFiltered = result !== undefined || type !== undefined
  return (
    <QueryContent query={query}>
      {({ items, pagination }) => {
        const ids = items.map(({ webhookEvent }) => webhookEvent.id)
        const at = event === undefined ? -1 : ids.indexOf(event)
        const [before, after] = [at > 0 ? ids[at - 1] : undefined, at >= 0 ? ids[at + 1] : undefined]
        return (
          <div>
            {pagination.totalCount === 0 && !isFiltered ? (
              <Empty icon={HooksIcon} text={t('deliveries.emptyText')} title={t('deliveries.emptyTitle')} />
            ) : (
              <>
                <div ref={bar}>
                  <FilterBar
                    filters={filters(endpoint)}
                    note={t('deliveries.count', { count: pagination.totalCount })}
                    onValues={(values) => void navigate({ search: (now) => ({ ...now, ...values, page: 1 }) as typeof now })}
                    values={{ result, type }}
                  />
                </div>
                <Table
                  actionsOf={({ webhookEvent }) => menuOf([redeliverCommand(() => void redeliver.run(webhookEvent.id))])}
                  columns={columns}
                  dense
                  empty={<FilteredEmpty title={t('deliveries.noMatches')} />}
                  hrefOf={({ webhookEvent }) => searchHref({ event: webhookEvent.id, result, type, page: page === 1 ? undefined : page })}
                  idOf={({ webhookEvent }) => webhookEvent.id}
                  label={t('tabs.deliveries')}
                  nameOf={({ webhookEvent }) => webhookEvent.type}
                  rows={items}
                  stale={query.isPlaceholderData}
                />
                <Pagination
                  limit={limit}
                  onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })}
                  page={page}
                  selects={false}
                  total={pagination.totalCount}
                />
              </>
            )}
            {event !== undefined && (
              <Suspense fallback={null}>
                <AttemptDrawer
                  endpoint={endpoint}
                  eventId={event}
                  onClose={() => open(undefined)}
                  onNext={after === undefined ? undefined : () => open(after)}
                  onPrevious={before === undefined ? undefined : () => open(before)}
                />
              </Suspense>
            )}
          </div>
        )
      }}
    </QueryContent>
  )
}

/** The href of this page with another URL search. */
function searchHref(values: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return `${location.pathname}?${new URLSearchParams(pairs)}`
}
