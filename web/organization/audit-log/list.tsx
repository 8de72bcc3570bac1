import { useInfiniteQuery } from '@tanstack/react-query'
import type { OrganizationAuditEntry } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import { copy } from '#web/parts/copy.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
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
import { useMembership } from '../membership.ts'
import { t as settings } from '../messages.ts'
import type { auditSearch } from '../search.ts'
import { useSettingsNavigation } from '../use-settings-navigation.ts'
import { DayRange } from './day-range.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { t } from './messages.ts'
import { selectableMembers, toAuditQuery } from './query.ts'
import { actorName, entrySentence, type Names } from './sentence.ts'

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

/** The audit log of the organization, for members with permission to read it. */
export default function AuditLog() {
  const { may } = useMembership()
  if (may({ auditLog: ['read'] })) return <Log />
  return (
    <>
      <PageHeader title={t('title')} />
      <Forbidden text={t('forbidden')} />
    </>
  )
}

function Log() {
  const { organization } = useMembership()
  const { at, id, set, open, hrefOf } = useSettingsNavigation<typeof auditSearch>()
  const { translate } = useLanguage()
  const search = toAuditQuery(organization.id, at)
  const query = useInfiniteQuery({
    queryKey: ['organization', 'log', search],
    queryFn: ({ pageParam, signal }) =>
      organizations
        .listAuditEntries({ ...search, limit: pageLimit, ...(pageParam !== null && { before: pageParam }) }, { signal })
        .then(unwrap),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    placeholderData: (before) => before,
  })
  const names: Names = {
    user: (userId) => organization.members.find((member) => member.userId === userId)?.user.name,
    team: (teamId) => organization.teams.find((team) => team.id === teamId)?.name,
  }
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const actors = selectableMembers(organization.members, entries, at.by)
  const openIndex = entries.findIndex((entry) => entry.id === id)
  const entry = entries[openIndex]
  const isFiltered = Object.keys(search).length > 1
  const clear = () => set({ status: undefined, by: undefined, from: undefined, to: undefined })
  const step = (by: number) => {
    const other = entries[openIndex + by]
    return other === undefined || openIndex + by < 0 ? undefined : () => open(other.id)
  }
  const columns: readonly Column<OrganizationAuditEntry>[] = [
    { id: 'what', head: t('event'), cell: (each) => entrySentence(each, names) },
    { id: 'who', head: t('actor'), narrow: 'hide', cell: (each) => <span className="block max-w-200 truncate">{actorName(each)}</span> },
    {
      id: 'from',
      head: t('ipAddress'),
      quiet: true,
      narrow: 'hide',
      cell: ({ browser, address }) => (
        <span className="block max-w-160 truncate" title={browser ?? undefined}>
          {address ?? '—'}
        </span>
      ),
    },
    { id: 'when', head: t('date'), align: 'end', quiet: true, cell: ({ happenedAt }) => <Time at={happenedAt} /> },
  ]
  const actionsOf = (each: OrganizationAuditEntry): MenuItem[] => [
    { label: t('open'), icon: OpenIcon, shortcut: 'enter', onSelect: () => open(each.id) },
    { label: t('copyId'), icon: CopyShapeIcon, onSelect: () => copy(each.id, t('idCopied')) },
  ]
  return (
    <ListPage
      filters={
        <div className="flex flex-wrap items-center gap-x-8">
          <FilterBar
            filters={[
              { id: 'status', label: t('category'), options: groups.map((group) => ({ value: group, label: t(`groups.${group}`) })) },
              {
                id: 'by',
                label: t('actor'),
                options: actors.map(({ userId, user }) => ({ value: userId, label: user.name })),
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
        <PageHeader lead={t('description')} title={t('title')}>
          <a className={buttonClass()} download href={exportUrl(search)}>
            <DownloadIcon className="-ml-2 opacity-85" />
            {t('export')}
          </a>
        </PageHeader>
      }
    >
      <QueryContent query={query}>
        {() =>
          entries.length === 0 && !isFiltered ? (
            <Empty icon={ListIcon} text={t('emptyText')} title={t('emptyTitle')} />
          ) : (
            <Table
              actionsOf={actionsOf}
              columns={columns}
              empty={<FilteredEmpty action={<Button onClick={clear}>{translate('clearFilters')}</Button>} title={t('noMatches')} />}
              hrefOf={(each) => hrefOf(each.id)}
              idOf={(each) => each.id}
              label={t('title')}
              nameOf={(each) => entrySentence(each, names)}
              rows={entries}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
      {entry !== undefined && (
        <EntryDrawer
          entry={entry}
          onClose={() => open(undefined)}
          onNext={step(1)}
          onPrevious={step(-1)}
          title={entrySentence(entry, names)}
        />
      )}
    </ListPage>
  )
}

const exportUrl = (search: ReturnType<typeof toAuditQuery>): string =>
  `/api/auth/organization/export-audit-entries?${new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]))}`
