import type { MemberWithUser } from '#client/index.ts'
import { useAct } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/floating/confirm-dialog.tsx'
import { toast } from '#web/ui/floating/toasts.ts'
import { organizations, renewOrganization } from './client.ts'
import { refusedText } from './refusal.ts'
import { useStanding } from './standing.ts'
import { t } from './words.ts'

/** Takes a member out of the organization, after saying what that means. */
export function RemovalDialog({ member, onClose }: { member: MemberWithUser; onClose: () => void }) {
  const { organization } = useStanding()
  const remove = useAct(organizations.removeMember)
  const { name } = member.user
  const confirm = async () => {
    const result = await remove.run({ organizationId: organization.id, memberIdOrEmail: member.id })
    if (result?.error !== null) return
    await renewOrganization()
    onClose()
    toast(t('members.removed', { name }))
  }
  return (
    <ConfirmDialog
      act={t('members.removeAct')}
      busy={remove.busy}
      danger
      error={remove.error === null ? undefined : refusedText(remove.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('members.removeTitle', { name, organization: organization.name })}
    >
      <p>{t('members.removeText')}</p>
    </ConfirmDialog>
  )
}

/** Leaves the organization oneself, after saying what that means. */
export function LeavingDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useStanding()
  const leave = useAct(organizations.leave)
  const confirm = async () => {
    const result = await leave.run({ organizationId: organization.id })
    // A new page: nothing of the organization stays in this one.
    if (result?.error === null) location.replace('/dashboard')
  }
  return (
    <ConfirmDialog
      act={t('danger.leaveAct')}
      busy={leave.busy}
      danger
      error={leave.error === null ? undefined : refusedText(leave.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('danger.leaveTitle', { organization: organization.name })}
    >
      <p>{t('danger.leaveText')}</p>
    </ConfirmDialog>
  )
}
