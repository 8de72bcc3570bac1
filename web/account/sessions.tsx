import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedSession } from '#client/index.ts'
import { queries, useAct } from '#web/api.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Card, CardFoot, Row, Rows } from '#web/ui/display/card.tsx'
import { LaptopIcon, PhoneIcon, SignOutIcon } from '#web/ui/icons/index.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Status } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { ownAccount, sessionsQuery } from './client.ts'
import { deviceOf } from './device.ts'
import { Fact } from './fact.tsx'
import { FactsSkeleton } from './facts-skeleton.tsx'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

const renew = () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
/** This one first, then what was used last. */
const sorted = (all: readonly ListedSession[], id: string) =>
  all.toSorted((a, b) => Number(b.id === id) - Number(a.id === id) || b.lastSeenAt.localeCompare(a.lastSeenAt))

/** Where the person is signed in, and the way out of each. */
export default function Sessions() {
  const { session } = useSession()
  const query = useQuery(sessionsQuery)
  const [isAsking, setIsAsking] = useState(false)
  const others = query.data?.filter(({ id }) => id !== session.id).length ?? 0
  return (
    <SettingsFrame
      head={
        <PageHeader lead={t('sessions.lead')} title={t('sessions.title')}>
          {others > 0 && (
            <Button look="danger" onClick={() => setIsAsking(true)}>
              {t('sessions.endOthers', { count: others })}
            </Button>
          )}
        </PageHeader>
      }
    >
      <Loaded query={query} skeleton={<FactsSkeleton rows={2} />}>
        {(all) => (
          <Card label={t('sessions.title')}>
            <Rows>
              {sorted(all, session.id).map((each) => (
                <Row key={each.id}>
                  <Device isThis={each.id === session.id} session={each} />
                </Row>
              ))}
            </Rows>
            {others === 0 && <CardFoot>{t('sessions.alone')}</CardFoot>}
          </Card>
        )}
      </Loaded>
      {isAsking && <EndOthers count={others} onClose={() => setIsAsking(false)} />}
    </SettingsFrame>
  )
}

function Device({ session, isThis }: { session: ListedSession; isThis: boolean }) {
  const end = useAct(ownAccount.revokeSession)
  const device = deviceOf(session.userAgent)
  const name = device.name ?? t('sessions.unknown')
  const run = async () => {
    const result = await end.run({ token: session.token })
    if (result === null) return
    await renew()
    if (result.error === null) toast(t('sessions.ended', { name }))
    else toast(refusedText(result.error), { bad: true })
  }
  return (
    <Fact
      icon={device.isHandheld ? PhoneIcon : LaptopIcon}
      name={name}
      text={
        <>
          {session.ipAddress || t('sessions.noAddress')}
          <span className="max-wide:hidden"> · </span>
          <span className="whitespace-nowrap max-wide:block">
            {t('sessions.since')} <Time as="day" at={session.createdAt} />
          </span>
        </>
      }
    >
      {isThis ? (
        <Status tone="good">{t('sessions.this')}</Status>
      ) : (
        <>
          <span className="flex-none text-muted">
            <Time at={session.lastSeenAt} />
          </span>
          <IconButton disabled={end.busy} icon={SignOutIcon} label={t('sessions.end', { name })} onClick={() => void run()} pull="right" />
        </>
      )}
    </Fact>
  )
}

function EndOthers({ count, onClose }: { count: number; onClose: () => void }) {
  const end = useAct(ownAccount.revokeOtherSessions)
  const confirm = async () => {
    const result = await end.run()
    if (result?.error !== null) return
    await renew()
    onClose()
    toast(t('sessions.othersEnded'))
  }
  return (
    <ConfirmDialog
      act={t('sessions.endAct')}
      busy={end.busy}
      danger
      error={end.error === null ? undefined : refusedText(end.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('sessions.endTitle')}
    >
      <p>{t('sessions.endText', { count })}</p>
    </ConfirmDialog>
  )
}
