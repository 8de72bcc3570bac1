import { useInfiniteQuery } from '@tanstack/react-query'
import type { OrganizationAuditEntry } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import { copy } from '#web/parts/copy.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { Empty, FilteredEmpty } from '#web/ui/display/empty.tsx'
import { Forbidden } from '#web/ui/display/failure.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { CopyShapeIcon, DownloadIcon, ListIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { organizations } from '../client.ts'
import { t as settings } from '../messages.ts'
import { useStanding } from '../standing.ts'
import { usePlace } from '../use-place.ts'
import { askedOf, peopleToChoose } from './asked.ts'
import { DayRange } from './day-range.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { t } from './messages.ts'
import { type Names, toldOf, whoOf } from './told.ts'

const pageLimit = 50
const groups = [
  'organization',
  'member',
  'invitation',
  'team',
  'role',
  'product',
  'checkout',
  'organization_access_token',
  'webhook_endpoint',
] as const

/** What was done in the organization, for those who may read it. */
export default function AuditLog() {
  const { may } = useStanding()
  if (may({ auditLog: ['read'] })) return <Log />
  return (
    <>
      <PageHeader title={t('title')} />
      <Forbidden text={t('forbidden')} />
    </>
  )
}

function Log() {
  const { organization } = useStanding()
  const { at, id, set, open, hrefOf } = usePlace()
  const { say } = useLanguage()
  const asked = askedOf(organization.id, at)
  const query = useInfiniteQuery({
    queryKey: ['organization', 'log', asked],
    queryFn: ({ pageParam, signal }) =>
      organizations
        .listAuditEntries({ ...asked, limit: pageLimit, ...(pageParam !== null && { before: pageParam }) }, { signal })
        .then(unwrap),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    placeholderData: (before) => before,
  })
  const names: Names = {
    person: (userId) => organization.members.find((member) => member.userId === userId)?.user.name,
    team: (teamId) => organization.teams.find((team) => team.id === teamId)?.name,
  }
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const people = peopleToChoose(organization.members, entries, at.by)
  const opened = entries.findIndex((entry) => entry.id === id)
  const entry = entries[opened]
  const isFiltered = Object.keys(asked).length > 1
  const clear = () => set({ status: undefined, by: undefined, from: undefined, to: undefined })
  const step = (by: number) => {
    const other = entries[opened + by]
    return other === undefined || opened + by < 0 ? undefined : () => open(other.id)
  }
  const columns: readonly Column<OrganizationAuditEntry>[] = [
    { id: 'what', head: t('what'), cell: (each) => toldOf(each, names) },
    { id: 'who', head: t('who'), narrow: 'hide', cell: (each) => <span className="block max-w-200 truncate">{whoOf(each)}</span> },
    {
      id: 'from',
      head: t('from'),
      quiet: true,
      narrow: 'hide',
      cell: ({ browser, address }) => (
        <span className="block max-w-160 truncate" title={browser ?? undefined}>
          {address ?? '—'}
        </span>
      ),
    },
    { id: 'when', head: t('when'), align: 'end', quiet: true, cell: ({ happenedAt }) => <Time at={happenedAt} /> },
  ]
  const actsOf = (each: OrganizationAuditEntry): MenuItem[] => [
    { label: t('open'), icon: OpenIcon, press: 'enter', act: () => open(each.id) },
    { label: t('copyId'), icon: CopyShapeIcon, act: () => copy(each.id, t('idCopied')) },
  ]
  return (
    <ListPage
      filters={
        <div className="flex flex-wrap items-center gap-x-8">
          <FilterBar
            filters={[
              { id: 'status', label: t('about'), options: groups.map((group) => ({ value: group, label: t(`groups.${group}`) })) },
              {
                id: 'by',
                label: t('who'),
                options: people.map(({ userId, user }) => ({ value: userId, label: user.name })),
              },
            ]}
            onValues={({ status, by }) => set({ status, by })}
            values={{ status: at.status, by: at.by }}
          />
          <span className="mb-12">
            <DayRange from={at.from} onChange={set} to={at.to} />
          </span>
        </div>
      }
      foot={
        query.hasNextPage && (
          <div className="pt-12">
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {settings('older')}
            </Button>
          </div>
        )
      }
      head={
        <PageHeader lead={t('lead')} title={t('title')}>
          <a className={buttonClass()} download href={exportOf(asked)}>
            <DownloadIcon className="-ml-2 opacity-85" />
            {t('export')}
          </a>
        </PageHeader>
      }
    >
      <Loaded query={query}>
        {() =>
          entries.length === 0 && !isFiltered ? (
            <Empty icon={ListIcon} text={t('nothingYetText')} title={t('nothingYet')} />
          ) : (
            <Table
              actsOf={actsOf}
              columns={columns}
              empty={<FilteredEmpty act={<Button onClick={clear}>{say('clearFilters')}</Button>} title={t('nothingFits')} />}
              hrefOf={(each) => hrefOf(each.id)}
              idOf={(each) => each.id}
              label={t('title')}
              nameOf={(each) => toldOf(each, names)}
              rows={entries}
              stale={query.isPlaceholderData}
            />
          )
        }
      </Loaded>
      {entry !== undefined && (
        <EntryDrawer entry={entry} onClose={() => open(undefined)} onNext={step(1)} onPrevious={step(-1)} title={toldOf(entry, names)} />
      )}
    </ListPage>
  )
}

const exportOf = (asked: ReturnType<typeof askedOf>): string =>
  `/api/auth/organization/export-audit-entries?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`
