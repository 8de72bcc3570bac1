import type { MemberWithUser } from '#client/index.ts'
import { organizations } from './client.ts'
import { useMembership } from './membership.ts'
import { t } from './messages.ts'
import { DestructiveActionDialog } from './settings/destructive-action-dialog.tsx'

/** Confirms and removes a member from the organization. */
export function RemoveMemberDialog({ member, onClose }: { member: MemberWithUser; onClose: () => void }) {
  const { organization } = useMembership()
  const { name } = member.user
  return (
    <DestructiveActionDialog
      confirmLabel={t('members.removeAction')}
      body={{ organizationId: organization.id, memberIdOrEmail: member.id }}
      call={organizations.removeMember}
      onClose={onClose}
      title={t('members.removeTitle', { name, organization: organization.name })}
      successMessage={t('members.removed', { name })}
    >
      <p>{t('members.removeText')}</p>
    </DestructiveActionDialog>
  )
}

/** Confirms and leaves the organization. */
export function LeaveOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useMembership()
  return (
    <DestructiveActionDialog
      confirmLabel={t('danger.leaveAction')}
      body={{ organizationId: organization.id }}
      call={organizations.leave}
      onClose={onClose}
      // A full page load clears all cached data of the organization.
      onDone={() => location.replace('/dashboard')}
      title={t('danger.leaveTitle', { organization: organization.name })}
    >
      <p>{t('danger.leaveText')}</p>
    </DestructiveActionDialog>
  )
}
