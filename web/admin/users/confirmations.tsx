import { useRouter } from '@tanstack/react-router'
import { adminPlace } from '#web/admin-rooms.ts'
import { queries, useAct } from '#web/api.ts'
import { rememberBorrower } from '#web/shell/borrowed/borrower.ts'
import { leaveFor, useSession } from '#web/shell/session.tsx'
import { ConfirmDialog } from '#web/ui/floating/confirm-dialog.tsx'
import { DangerDialog } from '#web/ui/floating/danger-dialog.tsx'
import { toast } from '#web/ui/floating/toasts.ts'
import { administration } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { type Asked, concluded } from './person.ts'
import { t } from './words.ts'

/** Begins to act as the person: this browser is then theirs, and the page is loaded anew. */
export function Impersonate({ person: { user }, onClose }: Asked) {
  const own = useSession().user
  const act = useAct(administration.impersonateUser)
  const confirm = async () => {
    rememberBorrower(own)
    const result = await act.run({ userId: user.id })
    if (result !== null && result.error === null) leaveFor('/dashboard')
  }
  return (
    <ConfirmDialog
      act={t('impersonate.act', { name: user.name })}
      busy={act.busy}
      error={act.error === null ? undefined : refusedText(act.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('impersonate.title', { name: user.name })}
    >
      <p>{t('impersonate.text')}</p>
      <p>{t('impersonate.log')}</p>
    </ConfirmDialog>
  )
}

/** Lifts a ban. */
export function Unban({ person: { user }, onClose }: Asked) {
  const act = useAct(administration.unbanUser)
  const confirm = async () => void concluded(await act.run({ userId: user.id }), { told: t('unban.done', { name: user.name }), onClose })
  return (
    <ConfirmDialog
      act={t('unban.act')}
      busy={act.busy}
      error={act.error === null ? undefined : refusedText(act.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('unban.title', { name: user.name })}
    >
      <p>{t('unban.text')}</p>
    </ConfirmDialog>
  )
}

/** Ends every session of the person. */
export function Revoke({ person: { user, sessions }, onClose }: Asked) {
  const act = useAct(administration.revokeUserSessions)
  const confirm = async () => void concluded(await act.run({ userId: user.id }), { told: t('revoke.done', { name: user.name }), onClose })
  return (
    <ConfirmDialog
      act={t('revoke.act')}
      busy={act.busy}
      danger
      error={act.error === null ? undefined : refusedText(act.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('revoke.title', { name: user.name })}
    >
      <p>{t('revoke.text', { count: sessions.length })}</p>
    </ConfirmDialog>
  )
}

/** Deletes the person; their address is typed before. */
export function Remove({ person: { user }, onClose }: Asked) {
  const router = useRouter()
  const act = useAct(administration.removeUser)
  const confirm = async () => {
    const result = await act.run({ userId: user.id })
    if (result === null || result.error !== null) return
    router.history.replace(adminPlace('users'))
    toast(t('remove.done', { name: user.name }))
    // Not all: who was removed is still on this page for a moment, and would be asked for.
    await queries.invalidateQueries({ queryKey: ['admin', 'users'] })
  }
  return (
    <DangerDialog
      act={t('remove.act')}
      busy={act.busy}
      error={act.error === null ? undefined : refusedText(act.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('remove.title', { name: user.name })}
      word={user.email}
    >
      <p>{t('remove.text')}</p>
    </DangerDialog>
  )
}
