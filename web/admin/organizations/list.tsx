import type { AdminOrganization } from '#client/administration-types.ts'
import { adminPlace } from '#web/admin-pages.ts'
import { copy } from '#web/parts/copy.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { BranchIcon, CopyShapeIcon, ListIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { useAddress } from '../address.ts'
import { type CsvColumn, PagesExport } from '../export-button.tsx'
import { PagedList, usePage } from '../listing.tsx'
import { t } from './messages.ts'
import { reading, usualSort } from './organization.ts'

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
    head: t('since'),
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

/** Every organization. */
export default function Organizations() {
  const { at, page, set } = useAddress()
  const { query: words, sort } = at
  const read = reading({ query: words, sort })
  const query = usePage(['admin', 'organizations', { words, sort }], page, read)
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
      nothingFits={t('nothingFits')}
      onClear={() => set({ query: undefined })}
      page={page}
      query={query}
      set={set}
      sort={at.sort ?? usualSort}
      table={{
        label: t('title'),
        columns,
        idOf: ({ id }) => id,
        nameOf: ({ name }) => name,
        hrefOf: ({ id }) => adminPlace('organizations', id),
        actsOf: ({ id }) => [
          { label: t('open'), icon: OpenIcon, href: adminPlace('organizations', id) },
          { label: t('audit'), icon: ListIcon, href: `${adminPlace('audit')}?org=${id}` },
          'line',
          { label: t('copyId'), icon: CopyShapeIcon, act: () => copy(id, t('idCopied')) },
        ],
      }}
    />
  )
}
