import { useQuery } from '@tanstack/react-query'
import type { AdminSession } from '#client/administration-types.ts'
import { adminPlace } from '#web/admin-pages.ts'
import { unwrap, useAct } from '#web/api.ts'
import { Loaded } from '#web/shell/loaded.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Card, CardBody, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { EyeIcon, LaptopIcon, SignOutIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Status } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { administration, renewAdmin } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'

const shown = 10

/** Where somebody is signed in, and the end of each. */
export function SessionsCard({ userId, name }: { userId: string; name: string }) {
  const query = useQuery({
    queryKey: ['admin', 'sessions-of', userId],
    queryFn: ({ signal }) => administration.listSessions({ userId, limit: shown }, { signal }).then(unwrap),
  })
  return (
    <Loaded query={query}>
      {({ sessions, nextBefore }) => (
        <Card>
          <CardHead lined={sessions.length > 0} title={t('detail.sessions')}>
            {nextBefore !== null && (
              <a className={buttonClass({ look: 'quiet' })} href={`${adminPlace('sessions')}?of=${userId}`}>
                {t('detail.allSessions')}
              </a>
            )}
          </CardHead>
          {sessions.length === 0 ? (
            <CardBody underHead>
              <p className="text-label text-muted">{t('detail.noSessions')}</p>
            </CardBody>
          ) : (
            <Rows>
              {sessions.map((session) => (
                <Row key={session.id}>
                  <Device name={name} session={session} />
                </Row>
              ))}
            </Rows>
          )}
        </Card>
      )}
    </Loaded>
  )
}

function Device({ session, name }: { session: AdminSession; name: string }) {
  const end = useAct(administration.revokeUserSession)
  const isBorrowed = session.impersonatedBy !== null
  const Drawing = isBorrowed ? EyeIcon : LaptopIcon
  const browser = session.browser ?? t('detail.unknownBrowser')
  const run = async () => {
    const result = await end.run({ sessionToken: session.token })
    if (result === null) return
    await renewAdmin()
    if (result.error === null) toast(t('detail.ended', { name: browser }))
    else toast(refusedText(result.error), { bad: true })
  }
  return (
    <>
      <Drawing className="text-muted" />
      <span className="grid min-w-0 flex-1">
        <span className="truncate" title={session.userAgent ?? undefined}>
          {browser}
        </span>
        <span className="truncate text-muted">{session.ipAddress || t('detail.noAddress')}</span>
        {isBorrowed && (
          <span className="wide:hidden">
            <Status tone="warn">{t('detail.borrowed')}</Status>
          </span>
        )}
      </span>
      {isBorrowed && (
        <span className="flex-none max-wide:hidden">
          <Status tone="warn">{t('detail.borrowed')}</Status>
        </span>
      )}
      <span className="flex-none text-muted">
        <Time at={session.lastSeenAt} />
      </span>
      <IconButton
        disabled={end.busy}
        icon={SignOutIcon}
        label={t('detail.end', { name: `${name}, ${browser}` })}
        onClick={() => void run()}
        pull="right"
      />
    </>
  )
}
