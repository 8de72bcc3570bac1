import type { User } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { adminHref } from '#web/admin/href.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { offsetRows } from '#web/shell/list/auth-sources.ts'
import type { ListActions } from '#web/shell/list/surface-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { OpenIcon, PlusIcon, UsersIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { type AdminPlace, adminList } from '../admin-list.ts'
import { administration } from '../client.ts'
import { userFilters } from '../search.ts'
import { CreateDialog } from './create-dialog.tsx'
import { t } from './messages.ts'
import { toUserQuery } from './query.ts'
import { roleText, UserStatus } from './status.tsx'
import { copyCommands, userCommands } from './user-actions.ts'

/** All users of the platform. */
export default adminList({
  name: 'admin/users',
  source: offsetRows({ key: ['admin', 'users'], call: administration.listUsers, rowsOf: ({ users }) => users }),
  kinds: userFilters,
  sort: '-createdAt',
  title: () => t('title'),
  searchLabel: () => t('searchEmail'),
  filters: () => ({
    role: { label: () => t('role'), options: () => [{ value: 'admin', label: t('administrators') }] },
    banned: { label: () => t('banned.label') },
    verified: { label: () => t('verified.label') },
    of: { label: () => t('searchIn'), options: () => [{ value: 'name', label: t('inName') }] },
  }),
  queryOf: (values, query, { sort }) => toUserQuery(values, query, sort),
  columns: [
    {
      id: 'name',
      head: () => t('user'),
      sort: 'name',
      cell: (user) => (
        <span className="flex min-w-0 items-center gap-10">
          <Avatar name={user.name} src={user.image} />
          <span className="truncate">{user.name}</span>
        </span>
      ),
    },
    { id: 'status', head: () => t('status'), cell: (user) => <UserStatus user={user} /> },
    {
      id: 'email',
      optional: true,
      head: () => t('email'),
      sort: 'email',
      quiet: true,
      narrow: 'hide',
      cell: ({ email }) => <span className="block max-w-280 truncate">{shownEmail(email)}</span>,
    },
    { id: 'role', optional: true, head: () => t('role'), sort: 'role', quiet: true, narrow: 'hide', cell: roleText },
    {
      id: 'since',
      optional: true,
      head: () => t('joined'),
      sort: 'createdAt',
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ],
  csv: () => ({
    name: 'users',
    columns: [
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
    ],
  }),
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => adminHref('users', id),
  count: (count) => t('count', { count }),
  noMatches: () => t('noMatches'),
  empty: () => <Empty icon={UsersIcon} text={t('emptyText')} title={t('emptyTitle')} />,
  useActions,
})

function useActions({ dialog, open, go }: AdminPlace): ListActions<User> {
  return {
    create: { id: 'user-new', label: t('create'), icon: PlusIcon, run: () => open('new'), shortcut: 'c' },
    commandsOf: (user) => {
      const page = adminHref('users', user.id)
      const { impersonate, others, danger } = userCommands(user, (action) => go(`${page}?dialog=${action}`))
      return [
        [{ id: 'user-open', label: t('actions.open'), icon: OpenIcon, run: () => go(page) }, impersonate, ...others],
        copyCommands(user),
        danger,
      ]
    },
    overlays: dialog === 'new' && <CreateDialog onClose={() => open(undefined)} />,
  }
}
