import { adminHref } from '#web/admin/href.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { copy } from '#web/parts/copy.ts'
import { offsetRows } from '#web/shell/list/auth-sources.ts'
import { Empty } from '#web/ui/display/empty.tsx'
import { BranchIcon, CopyShapeIcon, ListIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { adminList } from '../admin-list.ts'
import { administration } from '../client.ts'
import { organizationFilters } from '../search.ts'
import { toSortQuery } from '../sort-query.ts'
import { t } from './messages.ts'
import { OrganizationStatus } from './status.tsx'

/** All organizations. */
export default adminList({
  name: 'admin/organizations',
  source: offsetRows({
    key: ['admin', 'organizations'],
    call: administration.listOrganizations,
    rowsOf: ({ organizations }) => organizations,
  }),
  kinds: organizationFilters,
  sort: '-createdAt',
  title: () => t('title'),
  searchLabel: () => t('search'),
  filters: () => ({}),
  queryOf: (_, query, { sort }) => ({ searchValue: query?.trim() || undefined, ...toSortQuery(sort, ['name', 'slug', 'createdAt']) }),
  columns: [
    {
      id: 'name',
      head: () => t('name'),
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
      optional: true,
      head: () => t('slug'),
      sort: 'slug',
      quiet: true,
      cell: ({ slug }) => <span className="block max-w-240 truncate max-wide:max-w-120">{slug}</span>,
    },
    {
      id: 'status',
      optional: true,
      head: () => t('status'),
      cell: (organization) => <OrganizationStatus organization={organization} />,
    },
    {
      id: 'members',
      optional: true,
      head: () => t('members'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ memberCount }) => memberCount,
    },
    {
      id: 'since',
      optional: true,
      head: () => t('created'),
      sort: 'createdAt',
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ],
  csv: () => ({
    name: 'organizations',
    columns: [
      ['id', ({ id }) => id],
      ['name', ({ name }) => name],
      ['slug', ({ slug }) => slug],
      ['members', ({ memberCount }) => memberCount],
      ['blocked_at', ({ blockedAt }) => blockedAt ?? ''],
      ['created_at', ({ createdAt }) => createdAt],
    ],
  }),
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => adminHref('organizations', id),
  count: (count) => t('count', { count }),
  noMatches: () => t('noMatches'),
  empty: () => <Empty icon={BranchIcon} text={t('emptyText')} title={t('emptyTitle')} />,
  useActions: () => ({
    itemsOf: ({ id }) => [
      { label: t('open'), icon: OpenIcon, href: adminHref('organizations', id) },
      { label: t('audit'), icon: ListIcon, href: `${adminHref('audit')}?org=${id}` },
      'line',
      { label: t('copyId'), icon: CopyShapeIcon, onSelect: () => copy(id, t('idCopied')) },
    ],
  }),
})
