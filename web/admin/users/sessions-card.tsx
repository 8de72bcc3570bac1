import type { Session } from '#client/index.ts'
import { useAct } from '#web/api.ts'
import { IconButton } from '#web/ui/acts/icon-button.tsx'
import { toast } from '#web/ui/floating/toasts.ts'
import { EyeIcon, LaptopIcon, SignOutIcon } from '#web/ui/icons/index.ts'
import { Card, CardBody, CardHead, Row, Rows } from '#web/ui/showing/card.tsx'
import { Status } from '#web/ui/words/status.tsx'
import { Time } from '#web/ui/words/time.tsx'
import { administration, renewAdmin } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './words.ts'

/** Where somebody is signed in, and the end of each. */
export function SessionsCard({ sessions, name }: { sessions: readonly Session[]; name: string }) {
  return (
    <Card>
      <CardHead lined={sessions.length > 0} title={t('detail.sessions')} />
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
  )
}

function Device({ session, name }: { session: Session & { readonly browser?: string | null }; name: string }) {
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
      </span>
      {isBorrowed && <Status tone="warn">{t('detail.borrowed')}</Status>}
      <span className="flex-none text-muted">
        <Time at={session.createdAt} />
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
