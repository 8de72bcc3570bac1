import { useQuery } from '@tanstack/react-query'
import type { AdminSession } from '#client/administration-types.ts'
import { adminPlace } from '#web/admin-pages.ts'
import { copy } from '#web/parts/copy.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { CopyShapeIcon, LaptopIcon, OpenIcon, SignOutIcon } from '#web/ui/icons/index.ts'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { Status } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { type At, givenFilter, useAddress } from '../address.ts'
import { administration } from '../client.ts'
import { type CsvColumn, StreamExport } from '../export-button.tsx'
import { Question } from '../question.tsx'
import { type ReadStream, rowsOf, Stream, useStream } from '../stream.tsx'
import { personQuery } from '../users/person.ts'
import { t } from './messages.ts'

const browserOf = ({ browser }: AdminSession) => browser ?? t('unknownBrowser')
const columns: readonly Column<AdminSession>[] = [
  {
    id: 'person',
    head: t('person'),
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
    cell: ({ impersonatedBy }) =>
      impersonatedBy === null ? <Status tone="good">{t('own')}</Status> : <Status tone="warn">{t('borrowed')}</Status>,
  },
  { id: 'browser', head: t('browser'), quiet: true, narrow: 'hide', cell: browserOf },
  { id: 'address', head: t('address'), quiet: true, narrow: 'hide', cell: ({ ipAddress }) => ipAddress || t('noAddress') },
  { id: 'began', head: t('began'), align: 'end', quiet: true, narrow: 'hide', cell: ({ createdAt }) => <Time at={createdAt} /> },
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

const reading =
  ({ is, of }: Pick<At, 'is' | 'of'>): ReadStream<AdminSession> =>
  async (from, signal) => {
    const impersonated = is === 'borrowed' ? true : is === 'own' ? false : undefined
    const { data, error } = await administration.listSessions({ userId: of, impersonated, ...from }, { signal })
    return error === null ? { data: { rows: data.sessions, next: data.nextBefore }, error } : { data, error }
  }

/** Who is signed in on the platform, and the end of each session. */
export default function Sessions() {
  const { at, set } = useAddress()
  const { is, of } = at
  const read = reading({ is, of })
  const query = useStream(['admin', 'sessions', { is, of }], read)
  const person = useQuery({ ...personQuery(of ?? ''), enabled: of !== undefined })
  const asked = rowsOf(query.data).find(({ id }) => id === at.dialog)
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
                  { value: 'borrowed', label: t('borrowedOnly') },
                  { value: 'own', label: t('ownOnly') },
                ],
              },
              ...givenFilter({ id: 'of', label: t('ofPerson'), value: of, name: person.data?.user.name }),
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
        nothingFits={t('nothingFits')}
        onClear={() => set({ is: undefined, of: undefined })}
        query={query}
        table={{
          label: t('title'),
          columns,
          idOf: ({ id }) => id,
          nameOf: (session) => `${session.user.name}, ${browserOf(session)}`,
          hrefOf: ({ userId }) => adminPlace('users', userId),
          actsOf: (session) => [
            { label: t('open'), icon: OpenIcon, href: adminPlace('users', session.userId) },
            { label: t('copyId'), icon: CopyShapeIcon, act: () => copy(session.id, t('idCopied')) },
            'line',
            { label: t('end'), icon: SignOutIcon, danger: true, act: () => set({ dialog: session.id }) },
          ],
        }}
      />
      {asked !== undefined && <End onClose={() => set({ dialog: undefined })} session={asked} />}
    </>
  )
}

function End({ session, onClose }: { session: AdminSession; onClose: () => void }) {
  const own = useSession().session
  const { name } = session.user
  return (
    <Question
      act={t('endAct')}
      body={{ sessionToken: session.token }}
      call={administration.revokeUserSession}
      danger
      onClose={onClose}
      title={t('endTitle', { name })}
      told={t('ended', { name })}
    >
      <p>{session.id === own.id ? t('endOwn') : t('endText', { browser: browserOf(session) })}</p>
    </Question>
  )
}
