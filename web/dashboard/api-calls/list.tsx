import { lazy, Suspense } from 'react'
import { client, unwrap } from '#web/api.ts'
import { t } from '#web/parts/api-calls/messages.ts'
import { CallStatus, statusClasses } from '#web/parts/api-calls/status.tsx'
import { copy } from '#web/parts/copy.ts'
import { usageSnippet } from '#web/parts/tokens/snippet.ts'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import type { FilterOf } from '#web/shell/list/filters.ts'
import { openRow } from '#web/shell/list/open-row.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import type { maybeText } from '#web/shell/pages/search-values.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CopyShapeIcon, KeyShapeIcon, ListIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { apiCallFilters } from './call.list.ts'
import { Recording } from './recording.tsx'

const CallDrawer = lazy(() => import('./call-drawer.tsx'))

type ApiCall = Item<'apiCalls'>

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'] as const
/** The number up to which the server counts what a filter leaves. */
const COUNT_MAXIMUM = 10_000
/** The tokens that a filter offers. */
const MOST = 100

/** The tokens of the organization by their names. */
const tokenFilter = (organizationId: string): Omit<FilterOf<'reference'>, 'label'> => {
  const read = async (signal: AbortSignal) => {
    const { items } = unwrap(await client.organizationAccessTokens.list({ organizationId, limit: MOST, sorting: 'comment' }, { signal }))
    return items.map(({ id, comment }) => ({ value: id, label: comment }))
  }
  return {
    search: (text) => ({
      queryKey: ['organizationAccessTokens', 'options', { organizationId, text }],
      queryFn: async ({ signal }) => (await read(signal)).filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
    }),
    find: (id) => ({
      queryKey: ['organizationAccessTokens', 'option', { organizationId, id }],
      queryFn: async ({ signal }) => (await read(signal)).find(({ value }) => value === id) ?? { value: id, label: t('deletedToken') },
    }),
  }
}

/** The calls that were made with API tokens, newest first. An open call has its own URL. */
export default resourceList({
  call: 'apiCalls',
  kinds: apiCallFilters,
  title: () => t('title'),
  lead: () => t('description'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  countAtLeast: { maximum: COUNT_MAXIMUM, text: (count) => t('countAtLeast', { count }) },
  above: (_, { organization }) => <Recording organizationId={organization.id} />,
  filters: ({ organization }) => ({
    status: {
      label: () => t('status'),
      options: () => statusClasses.map(([value, word]) => ({ value, label: `${value} ${word()}` })),
    },
    method: { label: () => t('method'), options: () => methods.map((value) => ({ value, label: value })) },
    token: { label: () => t('token'), ...tokenFilter(organization.id) },
    created: { label: () => t('time') },
  }),
  queryOf: ({ status, method, token, created = {} }, query) => ({
    query,
    status: status && statusClasses.map(([value]) => value).filter((value) => status.includes(value)),
    method: method && methods.filter((value) => method.includes(value)),
    tokenId: token,
    ...instantsOf(created),
  }),
  columns: [
    {
      id: 'call',
      head: () => t('call'),
      cell: ({ method, path }) => (
        <span className="font-mono text-caption font-regular [overflow-wrap:anywhere]" translate="no">
          <span className="text-muted">{method}</span> {path}
        </span>
      ),
    },
    { id: 'status', head: () => t('status'), cell: ({ status }) => <CallStatus status={status} /> },
    {
      id: 'token',
      head: () => t('token'),
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ tokenComment }) => tokenComment ?? t('deletedToken'),
    },
    {
      id: 'duration',
      head: () => t('duration'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ durationMs: milliseconds }) => t('milliseconds', { milliseconds }),
    },
    {
      id: 'time',
      head: () => t('time'),
      align: 'end',
      quiet: true,
      narrow: 'second',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ],
  nameOf: ({ method, path }) => `${method} ${path}`,
  hrefOf: ({ id }) => withCall(id),
  noMatches: () => t('noMatches'),
  empty: ({ at, organization }) => (
    <>
      <Recording organizationId={organization.id} />
      <Empty
        action={
          <a className={buttonClass()} href={`${at}/developers/tokens`}>
            <KeyShapeIcon />
            {t('empty.tokens')}
          </a>
        }
        icon={ListIcon}
        text={t('empty.text')}
        title={t('empty.title')}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <h3 className="text-label font-strong">{t('empty.code')}</h3>
          <Code name={t('empty.code')} text={usageSnippet(location.origin)} />
        </div>
      </Empty>
    </>
  ),
  useActions: useCallActions,
})

/** The URL of this page with the call open. */
function withCall(id: string): string {
  const search = new URLSearchParams(location.search)
  search.set('call', id)
  return `${location.pathname}?${search}`
}

function useCallActions(_: ListPlace, calls: readonly ApiCall[]): ListActions<ApiCall> {
  const { at, set } = usePageSearch<{ readonly call: typeof maybeText }>()
  const open = (call: string | undefined) => set({ call })
  const opened = openRow(calls, at.call, open)
  return {
    commandsOf: ({ id }) => [
      [{ id: 'api-call-open', label: t('actions.open'), icon: OpenIcon, run: () => open(id), shortcut: 'enter' }],
      [{ id: 'api-call-copy-id', label: t('actions.copyId'), icon: CopyShapeIcon, run: () => copy(id, t('actions.idCopied')) }],
    ],
    overlays: at.call !== undefined && (
      <Suspense fallback={null}>
        <CallDrawer id={at.call} onClose={() => open(undefined)} onNext={opened?.onNext} onPrevious={opened?.onPrevious} />
      </Suspense>
    ),
  }
}
