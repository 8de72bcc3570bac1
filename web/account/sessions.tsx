import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedSession } from '#client/index.ts'
import { queryClient, useAction } from '#web/api.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
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
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'
import { RowContent } from './row-content.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

const refreshSessions = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
/** The current session first, then by last use. */
const sorted = (all: readonly ListedSession[], id: string) =>
  all.toSorted((a, b) => Number(b.id === id) - Number(a.id === id) || b.lastSeenAt.localeCompare(a.lastSeenAt))

/** Lists the user's sessions and revokes them. */
export default function Sessions() {
  const { session } = useSession()
  const query = useQuery(sessionsQuery)
  const [isConfirming, setIsConfirming] = useState(false)
  const others = query.data?.filter(({ id }) => id !== session.id).length ?? 0
  return (
    <SettingsFrame
      head={
        <PageHeader lead={t('sessions.description')} title={t('sessions.title')}>
          {others > 0 && (
            <Button variant="danger" onClick={() => setIsConfirming(true)}>
              {t('sessions.revokeOthers', { count: others })}
            </Button>
          )}
        </PageHeader>
      }
    >
      <QueryContent query={query} skeleton={<RowsSkeleton rows={2} />}>
        {(all) => (
          <Card label={t('sessions.title')}>
            <Rows>
              {sorted(all, session.id).map((each) => (
                <Row key={each.id}>
                  <Device isCurrent={each.id === session.id} session={each} />
                </Row>
              ))}
            </Rows>
            {others === 0 && <CardFoot>{t('sessions.noOthers')}</CardFoot>}
          </Card>
        )}
      </QueryContent>
      {isConfirming && <RevokeOthersDialog count={others} onClose={() => setIsConfirming(false)} />}
    </SettingsFrame>
  )
}

function Device({ session, isCurrent }: { session: ListedSession; isCurrent: boolean }) {
  const revoke = useAction(ownAccount.revokeSession)
  const device = deviceOf(session.userAgent)
  const name = device.name ?? t('sessions.unknown')
  const run = async () => {
    const result = await revoke.run({ token: session.token })
    if (result === null) return
    await refreshSessions()
    if (result.error === null) toast(t('sessions.revoked', { name }))
    else toast(refusedText(result.error), { bad: true })
  }
  return (
    <RowContent
      icon={device.isHandheld ? PhoneIcon : LaptopIcon}
      name={name}
      text={
        <>
          {session.ipAddress || t('sessions.noIpAddress')}
          <span className="max-wide:hidden"> · </span>
          <span className="whitespace-nowrap max-wide:block">
            {t('sessions.since')} <Time as="day" at={session.createdAt} />
          </span>
        </>
      }
    >
      {isCurrent ? (
        <Status tone="good">{t('sessions.this')}</Status>
      ) : (
        <>
          <span className="flex-none text-muted">
            <Time at={session.lastSeenAt} />
          </span>
          <IconButton
            disabled={revoke.busy}
            icon={SignOutIcon}
            label={t('sessions.revoke', { name })}
            onClick={() => void run()}
            pull="right"
          />
        </>
      )}
    </RowContent>
  )
}

function RevokeOthersDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const revoke = useAction(ownAccount.revokeOtherSessions)
  const confirm = async () => {
    const result = await revoke.run()
    if (result?.error !== null) return
    await refreshSessions()
    onClose()
    toast(t('sessions.othersRevoked'))
  }
  return (
    <ConfirmDialog
      confirmLabel={t('sessions.revokeOthersAction')}
      busy={revoke.busy}
      danger
      error={revoke.error === null ? undefined : refusedText(revoke.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('sessions.revokeOthersTitle')}
    >
      <p>{t('sessions.revokeOthersText', { count })}</p>
    </ConfirmDialog>
  )
}
