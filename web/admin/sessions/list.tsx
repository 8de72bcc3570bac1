import { useQuery } from '@tanstack/react-query'
import type { AdminSession } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { copy } from '#web/parts/copy.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { CopyShapeIcon, LaptopIcon, OpenIcon, SignOutIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { AdminActionDialog } from '../admin-action-dialog.tsx'
import { administration } from '../client.ts'
import { type CsvColumn, StreamExport } from '../export-button.tsx'
import { type ReadStream, rowsOf, Stream, useStream } from '../stream.tsx'
import { type AdminSearch, fixedFilter, useAdminSearch } from '../use-search.ts'
import { userQuery } from '../users/user.ts'
import { t } from './messages.ts'
import { SessionStatus } from './status.tsx'

const browserOf = ({ browser }: AdminSession) => browser ?? t('unknownBrowser')
const columns: readonly Column<AdminSession>[] = [
  {
    id: 'user',
    head: t('user'),
    cell: ({ user }) => (
      <span className="flex min-w-0 items-center gap-10">
        <Avatar name={user.name} />
        <span className="min-w-0 truncate">
          {user.name} <span className="font-regular text-muted max-wide:hidden">{user.email}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'kind',
    head: t('kind'),
    cell: (session) => <SessionStatus session={session} />,
  },
  { id: 'browser', head: t('browser'), quiet: true, narrow: 'hide', cell: browserOf },
  { id: 'address', head: t('ipAddress'), quiet: true, narrow: 'hide', cell: ({ ipAddress }) => ipAddress || t('noIpAddress') },
  { id: 'began', head: t('created'), align: 'end', quiet: true, narrow: 'hide', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'seen', head: t('seen'), align: 'end', quiet: true, narrow: 'hide', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
]
const csvColumns: readonly CsvColumn<AdminSession>[] = [
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
]

const readSessions =
  ({ is, of }: Pick<AdminSearch, 'is' | 'of'>): ReadStream<AdminSession> =>
  async (from, signal) => {
    const impersonated = is === 'impersonation' ? true : is === 'direct' ? false : undefined
    const { data, error } = await administration.listSessions({ userId: of, impersonated, ...from }, { signal })
    return error === null ? { data: { rows: data.sessions, next: data.nextBefore }, error } : { data, error }
  }

/** All sessions of the platform, with an action that revokes them. */
export default function Sessions() {
  const { at, set } = useAdminSearch()
  const { is, of } = at
  const read = readSessions({ is, of })
  const query = useStream(['admin', 'sessions', { is, of }], read)
  const user = useQuery({ ...userQuery(of ?? ''), enabled: of !== undefined })
  const toRevoke = rowsOf(query.data).find(({ id }) => id === at.dialog)
  return (
    <>
      <Stream
        empty={<Empty icon={LaptopIcon} text={t('emptyText')} title={t('emptyTitle')} />}
        filters={
          <FilterBar
            filters={[
              {
                id: 'is',
                label: t('kind'),
                options: [
                  { value: 'impersonation', label: t('impersonation') },
                  { value: 'direct', label: t('direct') },
                ],
              },
              ...fixedFilter({ id: 'of', label: t('ofUser'), value: of, name: user.data?.user.name }),
            ]}
            onValues={(values) => set({ is: values['is'], of: values['of'] })}
            values={{ is, of }}
          />
        }
        head={
          <PageHeader title={t('title')}>
            <StreamExport columns={csvColumns} name="sessions" read={read} />
          </PageHeader>
        }
        isFiltered={is !== undefined || of !== undefined}
        noMatches={t('noMatches')}
        onClear={() => set({ is: undefined, of: undefined })}
        query={query}
        table={{
          label: t('title'),
          columns,
          idOf: ({ id }) => id,
          nameOf: (session) => `${session.user.name}, ${browserOf(session)}`,
          hrefOf: ({ userId }) => adminHref('users', userId),
          actionsOf: (session) => [
            { label: t('open'), icon: OpenIcon, href: adminHref('users', session.userId) },
            { label: t('copyId'), icon: CopyShapeIcon, onSelect: () => copy(session.id, t('idCopied')) },
            'line',
            { label: t('revoke'), icon: SignOutIcon, danger: true, onSelect: () => set({ dialog: session.id }) },
          ],
        }}
      />
      {toRevoke !== undefined && <RevokeDialog onClose={() => set({ dialog: undefined })} session={toRevoke} />}
    </>
  )
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
