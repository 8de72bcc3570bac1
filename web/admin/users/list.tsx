import { useRouter } from '@tanstack/react-router'
import type { User } from '#client/index.ts'
import { adminHref } from '#web/admin/href.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { copy } from '#web/parts/copy.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { CopyShapeIcon, OpenIcon, PlusIcon, UsersIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { type CsvColumn, PagesExport } from '../export-button.tsx'
import { PagedList, usePage } from '../listing.tsx'
import { type AdminSearch, useAdminSearch } from '../use-search.ts'
import { CreateDialog } from './create-dialog.tsx'
import { t } from './messages.ts'
import { defaultSort, readUsers, type UserSearch } from './query.ts'
import { roleText, UserStatus } from './status.tsx'
import { userActions } from './user-actions.ts'

const columns: readonly Column<User>[] = [
  {
    id: 'name',
    head: t('user'),
    sort: 'name',
    cell: (user) => (
      <span className="flex min-w-0 items-center gap-10">
        <Avatar name={user.name} src={user.image} />
        <span className="truncate">{user.name}</span>
      </span>
    ),
  },
  { id: 'status', head: t('status'), cell: (user) => <UserStatus user={user} /> },
  {
    id: 'email',
    head: t('email'),
    sort: 'email',
    quiet: true,
    narrow: 'hide',
    cell: ({ email }) => <span className="block max-w-280 truncate">{email}</span>,
  },
  { id: 'role', head: t('role'), sort: 'role', quiet: true, narrow: 'hide', cell: roleText },
  {
    id: 'since',
    head: t('joined'),
    sort: 'createdAt',
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]
const csvColumns: readonly CsvColumn<User>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['email_verified', ({ emailVerified }) => emailVerified],
  ['username', ({ username }) => username],
  ['role', ({ role }) => role],
  ['banned', ({ banned }) => banned === true],
  ['ban_reason', ({ banReason }) => banReason],
  ['ban_expires', ({ banExpires }) => banExpires],
  ['created_at', ({ createdAt }) => createdAt],
]

/** All users of the platform. */
export default function Users() {
  const router = useRouter()
  const { at, page, set } = useAdminSearch()
  const { query: text, of, role, banned, verified, sort } = at
  const search: UserSearch = { query: text, of, role, banned, verified, sort }
  const read = readUsers(search)
  const query = usePage(['admin', 'users', search], page, read)
  useShortcut('c', () => set({ dialog: 'new' }))
  const actionsOf = (user: User): MenuItem[] => [
    { label: t('actions.open'), icon: OpenIcon, href: adminHref('users', user.id) },
    ...userActions(user, (dialog) => router.history.push(`${adminHref('users', user.id)}?dialog=${dialog}`)),
    'line',
    { label: t('actions.copyEmail'), icon: CopyShapeIcon, onSelect: () => copy(user.email, t('actions.emailCopied')) },
    { label: t('actions.copyId'), icon: CopyShapeIcon, onSelect: () => copy(user.id, t('actions.idCopied')) },
  ]
  return (
    <>
      <PagedList
        empty={<Empty icon={UsersIcon} text={t('emptyText')} title={t('emptyTitle')} />}
        filters={<Filters at={at} set={set} total={query.data?.total} />}
        head={
          <PageHeader title={t('title')}>
            <PagesExport columns={csvColumns} name="users" read={read} />
            <Button icon={PlusIcon} variant="primary" onClick={() => set({ dialog: 'new' })} shortcut="c">
              {t('create')}
            </Button>
          </PageHeader>
        }
        isFiltered={[text, role, banned, verified].some((value) => value !== undefined)}
        noMatches={t('noMatches')}
        onClear={() => set({ query: undefined, of: undefined, role: undefined, banned: undefined, verified: undefined })}
        page={page}
        query={query}
        set={set}
        sort={at.sort ?? defaultSort}
        table={{
          label: t('title'),
          columns,
          idOf: ({ id }) => id,
          nameOf: ({ name }) => name,
          hrefOf: ({ id }) => adminHref('users', id),
          actionsOf,
        }}
      />
      {at.dialog === 'new' && <CreateDialog onClose={() => set({ dialog: undefined, page })} />}
    </>
  )
}

function Filters({ at, set, total }: { at: AdminSearch; set: ReturnType<typeof useAdminSearch>['set']; total: number | undefined }) {
  return (
    <FilterBar
      filters={[
        { id: 'role', label: t('role'), options: [{ value: 'admin', label: t('administrators') }] },
        ...(['banned', 'verified'] as const).map((id) => ({
          id,
          label: t(`${id}.label`),
          options: (['yes', 'no'] as const).map((value) => ({ value, label: t(`${id}.${value}`) })),
        })),
        { id: 'of', label: t('searchIn'), options: [{ value: 'name', label: t('inName') }] },
      ]}
      note={total === undefined ? undefined : t('count', { count: total })}
      onQuery={(text) => set({ query: text || undefined })}
      onValues={({ of, role, banned, verified }) => set({ of, role, banned, verified })}
      placeholder={t(at.of === 'name' ? 'searchName' : 'searchEmail')}
      query={at.query}
      values={{ role: at.role, banned: at.banned, verified: at.verified, of: at.of }}
    />
  )
}
