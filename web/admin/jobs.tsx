import type { JobRow } from '#client/types.ts'
import { copy } from '#web/parts/copy.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { CheckIcon, CopyShapeIcon, FilterIcon, RefreshIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { administration } from './client.ts'
import { type CsvColumn, StreamExport } from './export-button.tsx'
import { JobDrawer, RetryAllDialog, useRetry } from './job-drawer.tsx'
import { JobStatus, t } from './job-status.tsx'
import { type ReadStream, rowsOf, Stream, useStream } from './stream.tsx'
import { type AdminSearch, fixedFilter, searchHref, useAdminSearch } from './use-search.ts'

const columnsOf = (is: 'waiting' | 'dead'): readonly Column<JobRow>[] => [
  { id: 'kind', head: t('kind'), cell: ({ kind }) => <span className="font-mono text-caption">{kind}</span> },
  { id: 'state', head: t('state'), cell: (job) => <JobStatus job={job} /> },
  {
    id: 'error',
    head: t('error'),
    quiet: true,
    narrow: 'hide',
    cell: ({ lastError }) => <span className="block max-w-280 truncate">{lastError ?? '—'}</span>,
  },
  { id: 'attempts', head: t('attempts'), align: 'end', quiet: true, narrow: 'hide', cell: ({ attempts }) => attempts },
  { id: 'created', head: t('created'), align: 'end', quiet: true, narrow: 'hide', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'due',
    head: t(is === 'dead' ? 'failedAt' : 'due'),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ runAt, deadAt }) => <Time at={deadAt ?? runAt} />,
  },
]
const csvColumns: readonly CsvColumn<JobRow>[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['attempts', ({ attempts }) => attempts],
  ['last_error', ({ lastError }) => lastError],
  ['created_at', ({ createdAt }) => createdAt],
  ['run_at', ({ runAt }) => runAt],
  ['dead_at', ({ deadAt }) => deadAt],
]

const readJobs =
  ({ is, name }: Pick<AdminSearch, 'is' | 'name'>): ReadStream<JobRow> =>
  async (from, signal) => {
    const { data, error } = await administration.listJobs({ state: is === 'waiting' ? 'waiting' : 'dead', kind: name, ...from }, { signal })
    return error === null ? { data: { rows: data.jobs, next: data.nextBefore }, error } : { data, error }
  }

/** Dead jobs and waiting jobs; dead jobs can be retried. */
export default function Jobs() {
  const { at, set } = useAdminSearch()
  const { name } = at
  const is = at.is === 'waiting' ? 'waiting' : 'dead'
  const read = readJobs({ is, name })
  const query = useStream(['admin', 'jobs', { is, name }], read)
  const retry = useRetry()
  const rows = rowsOf(query.data)
  const open = rows.find(({ id }) => id === at.dialog)
  const close = () => set({ dialog: undefined })
  const actionsOf = (job: JobRow): MenuItem[] => [
    ...(job.deadAt === null ? [] : [{ label: t('retry'), icon: RefreshIcon, onSelect: () => void retry.run(job) }]),
    { label: t('onlyKind', { kind: job.kind }), icon: FilterIcon, onSelect: () => set({ name: job.kind }) },
    { label: t('copyId'), icon: CopyShapeIcon, onSelect: () => copy(job.id, t('idCopied')) },
  ]
  const state = (
    <Segmented
      label={t('show')}
      onChange={(value) => set({ is: value === 'dead' ? undefined : value, name: undefined })}
      options={(['dead', 'waiting'] as const).map((value) => ({ value, label: t(`states.${value}`) }))}
      value={is}
    />
  )
  return (
    <>
      <Stream
        empty={
          <Empty
            icon={CheckIcon}
            text={t(is === 'dead' ? 'emptyText' : 'noneText')}
            title={t(is === 'dead' ? 'emptyTitle' : 'noneTitle')}
          />
        }
        filters={
          name !== undefined && (
            <FilterBar
              filters={fixedFilter({ id: 'name', label: t('ofKind'), value: name, name })}
              onValues={(values) => set({ name: values['name'] })}
              values={{ name }}
            />
          )
        }
        head={
          <>
            <PageHeader lead={t('description')} title={t('title')}>
              <StreamExport columns={csvColumns} name="jobs" read={read} />
              {is === 'dead' && rows.length > 0 && (
                <Button icon={RefreshIcon} onClick={() => set({ dialog: 'all' })}>
                  {t('retryAll')}
                </Button>
              )}
            </PageHeader>
            <div className="pb-12">{state}</div>
          </>
        }
        isFiltered={name !== undefined}
        noMatches={t('noMatches')}
        onClear={() => set({ name: undefined })}
        query={query}
        table={{
          label: t('title'),
          columns: columnsOf(is),
          idOf: ({ id }) => id,
          nameOf: ({ kind }) => kind,
          hrefOf: ({ id }) => searchHref({ is: is === 'dead' ? undefined : is, name, dialog: id }),
          actionsOf,
          dense: true,
        }}
      />
      {at.dialog === 'all' && <RetryAllDialog kind={name} onClose={close} />}
      {open !== undefined && <JobDrawer job={open} onClose={close} />}
    </>
  )
}
