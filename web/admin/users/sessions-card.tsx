import { useQuery } from '@tanstack/react-query'
import type { AdminSession } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { unwrap, useAction } from '#web/api.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Card, CardBody, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { EyeIcon, LaptopIcon, SignOutIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Time } from '#web/ui/text/time.tsx'
import { administration, refreshAdmin } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { SessionStatus } from '../sessions/status.tsx'
import { t } from './messages.ts'

const limit = 10

/** The sessions of a user, with an action that revokes them. */
export function SessionsCard({ userId, name }: { userId: string; name: string }) {
  const query = useQuery({
    queryKey: ['admin', 'sessions-of', userId],
    queryFn: ({ signal }) => administration.listSessions({ userId, limit }, { signal }).then(unwrap),
  })
  return (
    <QueryContent query={query}>
      {({ sessions, nextBefore }) => (
        <Card>
          <CardHead lined={sessions.length > 0} title={t('detail.sessions')}>
            {nextBefore !== null && (
              <a className={buttonClass({ variant: 'quiet' })} href={`${adminHref('sessions')}?of=${userId}`}>
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
    </QueryContent>
  )
}

function Device({ session, name }: { session: AdminSession; name: string }) {
  const revoke = useAction(administration.revokeUserSession)
  const isImpersonated = session.impersonatedBy !== null
  const IconComponent = isImpersonated ? EyeIcon : LaptopIcon
  const browser = session.browser ?? t('detail.unknownBrowser')
  const run = async () => {
    const result = await revoke.run({ sessionToken: session.token })
    if (result === null) return
    await refreshAdmin()
    if (result.error === null) toast(t('detail.revoked', { name: browser }))
    else toast(refusedText(result.error), { bad: true })
  }
  return (
    <>
      <IconComponent className="text-muted" />
      <span className="grid min-w-0 flex-1">
        <span className="truncate" title={session.userAgent ?? undefined}>
          {browser}
        </span>
        <span className="truncate text-muted">{session.ipAddress || t('detail.noIpAddress')}</span>
        {isImpersonated && (
          <span className="wide:hidden">
            <SessionStatus session={session} />
          </span>
        )}
      </span>
      {isImpersonated && (
        <span className="flex-none max-wide:hidden">
          <SessionStatus session={session} />
        </span>
      )}
      <span className="flex-none text-muted">
        <Time at={session.lastSeenAt} />
      </span>
      <IconButton
        disabled={revoke.busy}
        icon={SignOutIcon}
        label={t('detail.revoke', { name: `${name}, ${browser}` })}
        onClick={() => void run()}
        pull="right"
      />
    </>
  )
}
