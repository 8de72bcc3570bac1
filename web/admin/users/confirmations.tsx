import { useRouter } from '@tanstack/react-router'
import { shownEmail } from '#kernel/emails/email.ts'
import { adminHref } from '#web/admin/href.ts'
import { queryClient, useAction } from '#web/api.ts'
import { saveImpersonator } from '#web/shell/impersonation/impersonator.ts'
import { leaveTo, useSession } from '#web/shell/session.tsx'
import { DangerDialog } from '#web/ui/overlays/danger-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { AdminActionDialog } from '../admin-action-dialog.tsx'
import { administration } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import type { UserDialogProps } from './user.ts'

/** Confirms and starts an impersonation session in this browser, then reloads the page. */
export function ImpersonateDialog({ details: { user }, onClose }: UserDialogProps) {
  const own = useSession().user
  const start = (body: { userId: string }) => {
    saveImpersonator(own)
    return administration.impersonateUser(body)
  }
  return (
    <AdminActionDialog
      confirmLabel={t('impersonate.action', { name: user.name })}
      body={{ userId: user.id }}
      call={start}
      onClose={onClose}
      onDone={() => leaveTo('/dashboard')}
      title={t('impersonate.title', { name: user.name })}
    >
      <p>{t('impersonate.text')}</p>
      <p>{t('impersonate.log')}</p>
    </AdminActionDialog>
  )
}

/** Confirms and lifts a ban. */
export function UnbanDialog({ details: { user }, onClose }: UserDialogProps) {
  return (
    <AdminActionDialog
      confirmLabel={t('unban.action')}
      body={{ userId: user.id }}
      call={administration.unbanUser}
      onClose={onClose}
      title={t('unban.title', { name: user.name })}
      successMessage={t('unban.done', { name: user.name })}
    >
      <p>{t('unban.text')}</p>
    </AdminActionDialog>
  )
}

/** Confirms and revokes all sessions of the user. */
export function RevokeSessionsDialog({ details: { user, sessions }, onClose }: UserDialogProps) {
  return (
    <AdminActionDialog
      confirmLabel={t('revoke.action')}
      body={{ userId: user.id }}
      call={administration.revokeUserSessions}
      danger
      onClose={onClose}
      title={t('revoke.title', { name: user.name })}
      successMessage={t('revoke.done', { name: user.name })}
    >
      <p>{t('revoke.text', { count: sessions.length })}</p>
    </AdminActionDialog>
  )
}

/** Deletes the user after the administrator types their email. */
export function RemoveUserDialog({ details: { user }, onClose }: UserDialogProps) {
  const router = useRouter()
  const remove = useAction(administration.removeUser)
  const confirm = async () => {
    const result = await remove.run({ userId: user.id })
    if (result === null || result.error !== null) return
    router.history.replace(adminHref('users'))
    toast(t('remove.done', { name: user.name }))
    // Only the list: this page still shows the removed user for a moment and would refetch them.
    await queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
  }
  return (
    <DangerDialog
      confirmLabel={t('remove.action')}
      busy={remove.busy}
      error={remove.error === null ? undefined : refusedText(remove.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('remove.title', { name: user.name })}
      word={shownEmail(user.email)}
    >
      <p>{t('remove.text')}</p>
    </DangerDialog>
  )
}
