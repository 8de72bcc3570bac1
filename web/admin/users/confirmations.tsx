import { useRouter } from '@tanstack/react-router'
import { adminPlace } from '#web/admin-pages.ts'
import { queries, useAct } from '#web/api.ts'
import { rememberBorrower } from '#web/shell/impersonation/borrower.ts'
import { leaveFor, useSession } from '#web/shell/session.tsx'
import { DangerDialog } from '#web/ui/overlays/danger-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { administration } from '../client.ts'
import { Question } from '../question.tsx'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import type { Asked } from './person.ts'

/** Begins to act as the person: this browser is then theirs, and the page is loaded anew. */
export function Impersonate({ person: { user }, onClose }: Asked) {
  const own = useSession().user
  const begin = (body: { userId: string }) => {
    rememberBorrower(own)
    return administration.impersonateUser(body)
  }
  return (
    <Question
      act={t('impersonate.act', { name: user.name })}
      body={{ userId: user.id }}
      call={begin}
      onClose={onClose}
      onDone={() => leaveFor('/dashboard')}
      title={t('impersonate.title', { name: user.name })}
    >
      <p>{t('impersonate.text')}</p>
      <p>{t('impersonate.log')}</p>
    </Question>
  )
}

/** Lifts a ban. */
export function Unban({ person: { user }, onClose }: Asked) {
  return (
    <Question
      act={t('unban.act')}
      body={{ userId: user.id }}
      call={administration.unbanUser}
      onClose={onClose}
      title={t('unban.title', { name: user.name })}
      told={t('unban.done', { name: user.name })}
    >
      <p>{t('unban.text')}</p>
    </Question>
  )
}

/** Ends every session of the person. */
export function Revoke({ person: { user, sessions }, onClose }: Asked) {
  return (
    <Question
      act={t('revoke.act')}
      body={{ userId: user.id }}
      call={administration.revokeUserSessions}
      danger
      onClose={onClose}
      title={t('revoke.title', { name: user.name })}
      told={t('revoke.done', { name: user.name })}
    >
      <p>{t('revoke.text', { count: sessions.length })}</p>
    </Question>
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
