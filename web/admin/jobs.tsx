import type { JobRow } from '#client/types.ts'
import { copy } from '#web/parts/copy.ts'
import { cursorRows } from '#web/shell/list/auth-sources.ts'
import type { ListActions } from '#web/shell/list/surface-list.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CheckIcon, CopyShapeIcon, FilterIcon, RefreshIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { type AdminPlace, adminList } from './admin-list.ts'
import { administration } from './client.ts'
import { adminHref } from './href.ts'
import { JobDrawer, RetryAllDialog, useRetry } from './job-drawer.tsx'
import { JobStatus, t } from './job-status.tsx'
import { jobFilters } from './search.ts'

const states = ['dead', 'waiting'] as const

/** The failed jobs, which can be retried, or those that wait. */
export default adminList({
  name: 'admin/jobs',
  source: cursorRows({ key: ['admin', 'jobs'], call: administration.listJobs, rowsOf: ({ jobs }) => jobs }),
  kinds: jobFilters,
  title: () => t('title'),
  lead: () => t('description'),
  filters: () => ({
    is: { label: () => t('state'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    name: { label: () => t('ofKind') },
  }),
  queryOf: ({ is, name }) => ({ state: states.find((state) => state === is) ?? 'dead', kind: name }),
  columns: [
    { id: 'kind', head: () => t('kind'), cell: ({ kind }) => <span className="font-mono text-caption">{kind}</span> },
    { id: 'state', head: () => t('state'), cell: (job) => <JobStatus job={job} /> },
    {
      id: 'error',
      head: () => t('error'),
      quiet: true,
      narrow: 'second',
      optional: true,
      cell: ({ lastError }) => <span className="block max-w-280 truncate">{lastError ?? '—'}</span>,
    },
    {
      id: 'attempts',
      head: () => t('attempts'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'created',
      head: () => t('created'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'due',
      head: () => t('dueOrFailed'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ runAt, deadAt }) => <Time at={deadAt ?? runAt} />,
    },
  ],
  csv: () => ({
    name: 'jobs',
    columns: [
      ['id', ({ id }) => id],
      ['kind', ({ kind }) => kind],
      ['attempts', ({ attempts }) => attempts],
      ['last_error', ({ lastError }) => lastError],
      ['created_at', ({ createdAt }) => createdAt],
      ['run_at', ({ runAt }) => runAt],
      ['dead_at', ({ deadAt }) => deadAt],
    ],
  }),
  nameOf: ({ kind }) => kind,
  hrefOf: ({ id }, { dialogHref }) => dialogHref(id),
  noMatches: () => t('noMatches'),
  empty: () => (
    <Empty
      action={
        <a className={buttonClass()} href={`${adminHref('jobs')}?is=waiting`}>
          {t('showQueued')}
        </a>
      }
      icon={CheckIcon}
      text={t('emptyText')}
      title={t('emptyTitle')}
    />
  ),
  useActions,
})

function useActions({ dialog, open, go }: AdminPlace, jobs: readonly JobRow[]): ListActions<JobRow> {
  const retry = useRetry()
  const selected = jobs.find(({ id }) => id === dialog)
  const close = () => open(undefined)
  return {
    create: jobs.some(({ deadAt }) => deadAt !== null)
      ? { id: 'jobs-retry', label: t('retryAll'), icon: RefreshIcon, run: () => open('all') }
      : undefined,
    itemsOf: (job) => [
      ...(job.deadAt === null ? [] : [{ label: t('retry'), icon: RefreshIcon, onSelect: () => void retry.run(job) }]),
      { label: t('onlyKind', { kind: job.kind }), icon: FilterIcon, onSelect: () => go(jobsOf(job)) },
      { label: t('copyId'), icon: CopyShapeIcon, onSelect: () => copy(job.id, t('idCopied')) },
    ],
    overlays: (
      <>
        {dialog === 'all' && <RetryAllDialog onClose={close} />}
        {selected !== undefined && <JobDrawer job={selected} onClose={close} />}
      </>
    ),
  }
}

/** The list of the jobs of the same kind and state. */
const jobsOf = ({ kind, deadAt }: JobRow) =>
  `${adminHref('jobs')}?${new URLSearchParams({ name: kind, ...(deadAt === null && { is: 'waiting' }) })}`
