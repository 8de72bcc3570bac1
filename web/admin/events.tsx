import type { EventRow } from '#client/types.ts'
import { cursorRows } from '#web/shell/list/auth-sources.ts'
import { type OpenRow, openRow } from '#web/shell/list/open-row.ts'
import type { ListActions } from '#web/shell/list/surface-list.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import { PulseIcon } from '#web/ui/icons/index.ts'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { type AdminPlace, adminList } from './admin-list.ts'
import { administration } from './client.ts'
import { EventStatus, t } from './event-status.tsx'
import { adminHref } from './href.ts'
import { idOrUnknown, organizationReference } from './references.ts'
import { eventFilters } from './search.ts'

const states = ['waiting', 'relayed'] as const

/** The domain events of the outbox, newest first. An open event has its own URL. */
export default adminList({
  name: 'admin/events',
  source: cursorRows({ key: ['admin', 'events'], call: administration.listFacts, rowsOf: ({ facts }) => facts }),
  kinds: eventFilters,
  title: () => t('title'),
  lead: () => t('description'),
  searchLabel: () => t('search'),
  filters: () => ({
    is: { label: () => t('state'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    org: { label: () => t('organization'), ...organizationReference },
    of: { label: () => t('resource') },
  }),
  queryOf: ({ is, org, of }, query) => ({
    name: query?.trim() || undefined,
    organizationId: org,
    resourceId: idOrUnknown(of),
    state: states.find((state) => state === is),
  }),
  columns: [
    { id: 'name', head: () => t('name'), cell: ({ name }) => <span className="font-mono text-caption">{name}</span> },
    { id: 'state', head: () => t('state'), cell: (event) => <EventStatus event={event} /> },
    {
      id: 'audience',
      optional: true,
      head: () => t('audience'),
      quiet: true,
      narrow: 'hide',
      cell: ({ audience }) => t(`audiences.${audience}`),
    },
    {
      id: 'resource',
      optional: true,
      head: () => t('resource'),
      quiet: true,
      narrow: 'hide',
      cell: ({ resourceId }) => <Id name={t('resource')} value={resourceId} />,
    },
    {
      id: 'time',
      optional: true,
      head: () => t('date'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ happenedAt }) => <Time at={happenedAt} />,
    },
  ],
  csv: () => ({
    name: 'events',
    columns: [
      ['id', ({ id }) => id],
      ['name', ({ name }) => name],
      ['audience', ({ audience }) => audience],
      ['organization_id', ({ organizationId }) => organizationId],
      ['resource_id', ({ resourceId }) => resourceId],
      ['happened_at', ({ happenedAt }) => happenedAt],
      ['relayed_at', ({ relayedAt }) => relayedAt],
    ],
  }),
  nameOf: ({ name }) => name,
  hrefOf: ({ id }, { dialogHref }) => dialogHref(id),
  noMatches: () => t('noMatches'),
  empty: () => <Empty icon={PulseIcon} text={t('emptyText')} title={t('emptyTitle')} />,
  useActions,
})

function useActions({ dialog, open }: AdminPlace, events: readonly EventRow[]): ListActions<EventRow> {
  const selected = openRow(events, dialog, open)
  if (selected === undefined) return {}
  const { row, ...navigation } = selected
  return { overlays: <EventDrawer event={row} navigation={navigation} /> }
}

function EventDrawer({ event, navigation }: { event: EventRow; navigation: Omit<OpenRow<EventRow>, 'row'> }) {
  return (
    <Drawer
      {...navigation}
      nextLabel={t('next')}
      open
      previousLabel={t('previous')}
      title={<span className="font-mono text-body">{event.name}</span>}
    >
      <DescriptionList
        items={[
          [t('date'), <Time as="exact" at={event.happenedAt} key="time" />],
          [t('deliveredAt'), event.relayedAt === null ? t('notYet') : <Time as="exact" at={event.relayedAt} key="relayed" />],
          [t('audience'), t(`audiences.${event.audience}`)],
          event.organizationId !== null && [
            t('organization'),
            <Link href={adminHref('organizations', event.organizationId)} key="organization">
              {event.organizationId.slice(0, 8)}
            </Link>,
          ],
          [t('resource'), <Id key="resource" name={t('resource')} value={event.resourceId} />],
          [t('id'), <Id key="id" name={t('id')} value={event.id} />],
        ]}
      />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <h3 className="text-label font-strong">{t('payload')}</h3>
        {event.payload === null ? (
          <p className="text-label text-muted">{t('sealed')}</p>
        ) : (
          <JsonView name={t('payload')} value={event.payload} />
        )}
      </section>
      <p className="text-label">
        <Link href={`${adminHref('events')}?of=${event.resourceId}`}>{t('sameResource')}</Link>
      </p>
    </Drawer>
  )
}
