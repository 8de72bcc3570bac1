import type { AdminOrganization } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { copy } from '#web/parts/copy.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { BranchIcon, CopyShapeIcon, ListIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { type CsvColumn, PagesExport } from '../export-button.tsx'
import { PagedList, usePage } from '../listing.tsx'
import { useAdminSearch } from '../use-search.ts'
import { t } from './messages.ts'
import { defaultSort, readOrganizations } from './organization.ts'

const columns: readonly Column<AdminOrganization>[] = [
  {
    id: 'name',
    head: t('name'),
    sort: 'name',
    cell: ({ name, logo }) => (
      <span className="flex min-w-0 items-center gap-10">
        <Avatar name={name} square src={logo} />
        <span className="truncate">{name}</span>
      </span>
    ),
  },
  {
    id: 'slug',
    head: t('slug'),
    sort: 'slug',
    quiet: true,
    cell: ({ slug }) => <span className="block max-w-240 truncate max-wide:max-w-120">{slug}</span>,
  },
  { id: 'members', head: t('members'), align: 'end', quiet: true, narrow: 'hide', cell: ({ memberCount }) => memberCount },
  {
    id: 'since',
    head: t('created'),
    sort: 'createdAt',
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]
const csvColumns: readonly CsvColumn<AdminOrganization>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['slug', ({ slug }) => slug],
  ['members', ({ memberCount }) => memberCount],
  ['created_at', ({ createdAt }) => createdAt],
]

/** All organizations. */
export default function Organizations() {
  const { at, page, set } = useAdminSearch()
  const { query: text, sort } = at
  const read = readOrganizations({ query: text, sort })
  const query = usePage(['admin', 'organizations', { text, sort }], page, read)
  return (
    <PagedList
      empty={<Empty icon={BranchIcon} text={t('emptyText')} title={t('emptyTitle')} />}
      filters={
        <FilterBar
          note={query.data && t('count', { count: query.data.total })}
          onQuery={(next) => set({ query: next || undefined })}
          placeholder={t('search')}
          query={at.query}
        />
      }
      head={
        <PageHeader title={t('title')}>
          <PagesExport columns={csvColumns} name="organizations" read={read} />
        </PageHeader>
      }
      isFiltered={at.query !== undefined}
      noMatches={t('noMatches')}
      onClear={() => set({ query: undefined })}
      page={page}
      query={query}
      set={set}
      sort={at.sort ?? defaultSort}
      table={{
        label: t('title'),
        columns,
        idOf: ({ id }) => id,
        nameOf: ({ name }) => name,
        hrefOf: ({ id }) => adminHref('organizations', id),
        actionsOf: ({ id }) => [
          { label: t('open'), icon: OpenIcon, href: adminHref('organizations', id) },
          { label: t('audit'), icon: ListIcon, href: `${adminHref('audit')}?org=${id}` },
          'line',
          { label: t('copyId'), icon: CopyShapeIcon, onSelect: () => copy(id, t('idCopied')) },
        ],
      }}
    />
  )
}
