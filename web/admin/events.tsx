import { useQuery } from '@tanstack/react-query'
import type { EventRow } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { PulseIcon } from '#web/ui/icons/index.ts'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { administration } from './client.ts'
import { EventStatus, t } from './event-status.tsx'
import { type CsvColumn, StreamExport } from './export-button.tsx'
import { organizationQuery } from './organizations/organization.ts'
import { openRow, type ReadStream, type RowNavigation, rowsOf, Stream, useStream } from './stream.tsx'
import { type AdminSearch, fixedFilter, searchHref, useAdminSearch } from './use-search.ts'

const states = ['waiting', 'relayed'] as const

const columns: readonly Column<EventRow>[] = [
  { id: 'name', head: t('name'), cell: ({ name }) => <span className="font-mono text-caption">{name}</span> },
  { id: 'state', head: t('state'), cell: (event) => <EventStatus event={event} /> },
  { id: 'audience', head: t('audience'), quiet: true, narrow: 'hide', cell: ({ audience }) => t(`audiences.${audience}`) },
  {
    id: 'resource',
    head: t('resource'),
    quiet: true,
    narrow: 'hide',
    cell: ({ resourceId }) => <Id name={t('resource')} value={resourceId} />,
  },
  { id: 'time', head: t('date'), align: 'end', quiet: true, narrow: 'hide', cell: ({ happenedAt }) => <Time at={happenedAt} /> },
]
const csvColumns: readonly CsvColumn<EventRow>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['audience', ({ audience }) => audience],
  ['organization_id', ({ organizationId }) => organizationId],
  ['resource_id', ({ resourceId }) => resourceId],
  ['happened_at', ({ happenedAt }) => happenedAt],
  ['relayed_at', ({ relayedAt }) => relayedAt],
]

const readEvents =
  ({ query, org, of, is }: Pick<AdminSearch, 'query' | 'org' | 'of' | 'is'>): ReadStream<EventRow> =>
  async (from, signal) => {
    const state = states.find((each) => each === is)
    const search = { name: query?.trim(), organizationId: org, resourceId: of, state, ...from }
    const { data, error } = await administration.listFacts(search, { signal })
    return error === null ? { data: { rows: data.facts, next: data.nextBefore }, error } : { data, error }
  }

/** The domain events of the outbox, newest first. An open event has its own URL. */
export default function Events() {
  const { at, set } = useAdminSearch()
  const search = { query: at.query, org: at.org, of: at.of, is: at.is }
  const { org, of } = search
  const read = readEvents(search)
  const query = useStream(['admin', 'events', search], read)
  const organization = useQuery({ ...organizationQuery(org ?? ''), enabled: org !== undefined })
  const selected = openRow(rowsOf(query.data), at.dialog, (dialog) => set({ dialog }))
  return (
    <>
      <Stream
        empty={<Empty icon={PulseIcon} text={t('emptyText')} title={t('emptyTitle')} />}
        filters={
          <FilterBar
            filters={[
              { id: 'is', label: t('state'), options: states.map((value) => ({ value, label: t(`states.${value}`) })) },
              ...fixedFilter({ id: 'org', label: t('organization'), value: org, name: organization.data?.name }),
              ...fixedFilter({ id: 'of', label: t('resource'), value: of, name: of?.slice(0, 8) }),
            ]}
            onQuery={(next) => set({ query: next || undefined })}
            onValues={(values) => set({ is: values['is'], org: values['org'], of: values['of'] })}
            placeholder={t('search')}
            query={at.query}
            values={{ is: at.is, org, of }}
          />
        }
        head={
          <PageHeader lead={t('description')} title={t('title')}>
            <StreamExport columns={csvColumns} name="events" read={read} />
          </PageHeader>
        }
        isFiltered={Object.values(search).some((value) => value !== undefined)}
        noMatches={t('noMatches')}
        onClear={() => set({ query: undefined, org: undefined, of: undefined, is: undefined })}
        query={query}
        table={{
          label: t('title'),
          columns,
          idOf: ({ id }) => id,
          nameOf: ({ name }) => name,
          hrefOf: ({ id }) => searchHref({ ...search, dialog: id }),
          dense: true,
        }}
      />
      {selected !== undefined && <EventDrawer event={selected.row} navigation={selected.navigation} />}
    </>
  )
}

function EventDrawer({ event, navigation }: { event: EventRow; navigation: RowNavigation }) {
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
