import { lazy, Suspense } from 'react'
import type { EventSource } from '#client/index.ts'
import { client, unwrap } from '#web/api.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { eventCommands } from '#web/parts/usage-events/commands.tsx'
import { t } from '#web/parts/usage-events/messages.ts'
import { metadataText } from '#web/parts/usage-events/metadata.ts'
import { ingestSnippet } from '#web/parts/usage-events/snippet.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import type { FilterOf } from '#web/shell/list/filters.ts'
import { openRow } from '#web/shell/list/open-row.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import type { maybeText } from '#web/shell/pages/search-values.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { KeyShapeIcon, PulseIcon, UploadIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { t as tImports } from '../event-imports/messages.ts'
import { usageEventFilters } from './event.list.ts'
import { EventCustomer } from './event-customer.tsx'

const ImportDialog = lazy(() => import('../event-imports/import-dialog.tsx'))
const EventDrawer = lazy(() => import('./event-drawer.tsx'))

type UsageEvent = Item<'events'>

const sources = ['user', 'system'] as const satisfies readonly EventSource[]
/** The number up to which the server counts what a filter leaves. */
const COUNT_MAXIMUM = 10_000
/** Names that a search suggests. */
const namesShown = 8

/** The names that events have had, the latest first; one that events of both sources have had is listed once. */
const nameFilter = (organizationId: string): Omit<FilterOf<'suggested'>, 'label'> => ({
  search: (text) => ({
    queryKey: ['events', 'names', { organizationId, text }],
    queryFn: async ({ signal }) => {
      const query = { organizationId, query: text || undefined, limit: namesShown }
      const { items } = unwrap(await client.events.names(query, { signal }))
      return [...new Set(items.map(({ name }) => name))].map((name) => ({ value: name, label: name }))
    },
  }),
})

/** The usage events of customers, newest first. An open event has its own URL. */
export default resourceList({
  call: 'events',
  kinds: usageEventFilters,
  sort: '-timestamp',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  countAtLeast: { maximum: COUNT_MAXIMUM, text: (count) => t('countAtLeast', { count }) },
  filters: ({ organization }) => ({
    name: { label: () => t('name'), ...nameFilter(organization.id) },
    date: { label: () => t('date') },
    customer: { label: () => t('customer'), ...referenceTo('customers', organization.id, nameOf) },
    externalCustomer: { label: () => t('externalCustomer') },
    source: { label: () => t('source'), options: () => sources.map((value) => ({ value, label: t(`sources.${value}`) })) },
    meter: { label: () => t('meter'), ...referenceTo('meters', organization.id, ({ name }) => name) },
  }),
  queryOf: ({ name, date = {}, customer, externalCustomer, source, meter }, query) => {
    const { createdAfter, createdBefore } = instantsOf(date)
    return {
      query,
      name,
      startTimestamp: createdAfter,
      endTimestamp: createdBefore,
      customerId: customer,
      externalCustomerId: externalCustomer,
      source: sources.find((each) => each === source),
      meterId: meter,
    }
  },
  columns: [
    {
      id: 'name',
      head: () => t('name'),
      cell: ({ name }) => (
        <span className="font-mono text-caption" translate="no">
          {name}
        </span>
      ),
    },
    { id: 'customer', head: () => t('customer'), cell: (event) => <EventCustomer event={event} />, narrow: 'second' },
    { id: 'source', head: () => t('source'), cell: ({ source }) => t(`sources.${source}`), quiet: true, narrow: 'hide', optional: true },
    {
      id: 'metadata',
      head: () => t('metadata'),
      cell: ({ metadata }) => (
        <span className="block max-w-280 truncate" translate="no">
          {metadataText(metadata)}
        </span>
      ),
      quiet: true,
      narrow: 'hide',
      optional: true,
    },
    {
      id: 'date',
      head: () => t('date'),
      cell: ({ timestamp }) => <Time at={timestamp} />,
      align: 'end',
      quiet: true,
      narrow: 'second',
      sort: 'timestamp',
    },
  ],
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => withEvent(id),
  noMatches: () => t('noMatches'),
  empty: ({ at, action }) => (
    <Empty
      action={
        <div className="flex flex-wrap gap-8">
          {action}
          <Permitted needs="organizations:write">
            <a className={buttonClass()} href={`${at}/developers/tokens`}>
              <KeyShapeIcon />
              {t('empty.tokens')}
            </a>
          </Permitted>
        </div>
      }
      icon={PulseIcon}
      text={t('empty.text')}
      title={t('empty.title')}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <h3 className="text-label font-strong">{t('empty.code')}</h3>
        <Code name={t('empty.code')} text={ingestSnippet(location.origin)} />
        <p className="text-caption text-muted">{t('empty.token')}</p>
      </div>
    </Empty>
  ),
  useActions: useEventActions,
})

/** The URL of this page with the event open. */
function withEvent(id: string): string {
  const search = new URLSearchParams(location.search)
  search.set('event', id)
  return `${location.pathname}?${search}`
}

function useEventActions(
  { organization: { id: organizationId, slug }, go, dialog, open: openDialog }: ListPlace,
  events: readonly UsageEvent[],
): ListActions<UsageEvent> {
  const { at, set } = usePageSearch<{ readonly event: typeof maybeText; readonly name: typeof maybeText }>()
  const open = (event: string | undefined) => set({ event })
  const opened = openRow(events, at.event, open)
  return {
    create: {
      id: 'event-import',
      label: tImports('action'),
      icon: UploadIcon,
      run: () => openDialog('import'),
      shortcut: 'c',
      needs: 'events:write',
    },
    commandsOf: (event) => {
      const { id } = event
      const commands = eventCommands(event, { slug, go, onOpen: () => open(id), onName: (name) => set({ name, event: undefined }) })
      return [[commands.open, ...(commands.customer === undefined ? [] : [commands.customer]), commands.sameName], [commands.copyId]]
    },
    overlays: (
      <Suspense fallback={null}>
        {dialog === 'import' && (
          <Permitted needs="events:write">
            <ImportDialog onClose={() => openDialog(undefined)} organizationId={organizationId} />
          </Permitted>
        )}
        {at.event !== undefined && (
          <EventDrawer
            id={at.event}
            listed={opened?.row}
            onClose={() => open(undefined)}
            onNext={opened?.onNext}
            onPrevious={opened?.onPrevious}
          />
        )}
      </Suspense>
    ),
  }
}
