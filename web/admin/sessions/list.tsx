import type { AdminSession } from '#client/types.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { adminHref } from '#web/admin/href.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { copy } from '#web/parts/copy.ts'
import { cursorRows } from '#web/shell/list/auth-sources.ts'
import type { ListActions } from '#web/shell/list/surface-list.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CopyShapeIcon, LaptopIcon, OpenIcon, SignOutIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { AdminActionDialog } from '../admin-action-dialog.tsx'
import { type AdminPlace, adminList } from '../admin-list.ts'
import { administration } from '../client.ts'
import { userReference } from '../references.ts'
import { sessionFilters } from '../search.ts'
import { t } from './messages.ts'
import { SessionStatus } from './status.tsx'

const browserOf = ({ browser }: AdminSession) => browser ?? t('unknownBrowser')

/** All sessions of the platform, with an action that revokes them. */
export default adminList({
  name: 'admin/sessions',
  source: cursorRows({ key: ['admin', 'sessions'], call: administration.listSessions, rowsOf: ({ sessions }) => sessions }),
  kinds: sessionFilters,
  title: () => t('title'),
  filters: () => ({
    is: {
      label: () => t('kind'),
      options: () => [
        { value: 'impersonation', label: t('impersonation') },
        { value: 'direct', label: t('direct') },
      ],
    },
    of: { label: () => t('ofUser'), ...userReference },
  }),
  queryOf: ({ is, of }) => ({ userId: of, impersonated: { impersonation: true, direct: false }[is ?? ''] }),
  columns: [
    {
      id: 'user',
      head: () => t('user'),
      cell: ({ user }) => (
        <span className="flex min-w-0 items-center gap-10">
          <Avatar name={user.name} />
          <span className="min-w-0 truncate">
            {user.name} <span className="font-regular text-muted max-wide:hidden">{shownEmail(user.email)}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'kind',
      head: () => t('kind'),
      cell: (session) => <SessionStatus session={session} />,
    },
    { id: 'browser', optional: true, head: () => t('browser'), quiet: true, narrow: 'hide', cell: browserOf },
    {
      id: 'address',
      optional: true,
      head: () => t('ipAddress'),
      quiet: true,
      narrow: 'hide',
      cell: ({ ipAddress }) => ipAddress || t('noIpAddress'),
    },
    {
      id: 'began',
      optional: true,
      head: () => t('created'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'seen',
      optional: true,
      head: () => t('seen'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    },
  ],
  csv: () => ({
    name: 'sessions',
    columns: [
      ['id', ({ id }) => id],
      ['user_id', ({ userId }) => userId],
      ['name', ({ user }) => user.name],
      ['email', ({ user }) => user.email],
      ['impersonated_by', ({ impersonatedBy }) => impersonatedBy],
      ['ip_address', ({ ipAddress }) => ipAddress],
      ['user_agent', ({ userAgent }) => userAgent],
      ['created_at', ({ createdAt }) => createdAt],
      ['last_seen_at', ({ lastSeenAt }) => lastSeenAt],
      ['expires_at', ({ expiresAt }) => expiresAt],
    ],
  }),
  nameOf: (session) => `${session.user.name}, ${browserOf(session)}`,
  hrefOf: ({ userId }) => adminHref('users', userId),
  noMatches: () => t('noMatches'),
  empty: () => <Empty icon={LaptopIcon} text={t('emptyText')} title={t('emptyTitle')} />,
  useActions,
})

function useActions({ dialog, open }: AdminPlace, sessions: readonly AdminSession[]): ListActions<AdminSession> {
  const toRevoke = sessions.find(({ id }) => id === dialog)
  return {
    itemsOf: (session) => [
      { label: t('open'), icon: OpenIcon, href: adminHref('users', session.userId) },
      { label: t('copyId'), icon: CopyShapeIcon, onSelect: () => copy(session.id, t('idCopied')) },
      'line',
      { label: t('revoke'), icon: SignOutIcon, danger: true, onSelect: () => open(session.id) },
    ],
    overlays: toRevoke !== undefined && <RevokeDialog onClose={() => open(undefined)} session={toRevoke} />,
  }
}

function RevokeDialog({ session, onClose }: { session: AdminSession; onClose: () => void }) {
  const own = useSession().session
  const { name } = session.user
  return (
    <AdminActionDialog
      confirmLabel={t('revokeAction')}
      body={{ sessionToken: session.token }}
      call={administration.revokeUserSession}
      danger
      onClose={onClose}
      title={t('revokeTitle', { name })}
      successMessage={t('revoked', { name })}
    >
      <p>{session.id === own.id ? t('revokeOwn') : t('revokeText', { browser: browserOf(session) })}</p>
    </AdminActionDialog>
  )
}
