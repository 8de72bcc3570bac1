import type { MemberWithUser } from '#client/index.ts'
import { holds } from '#kernel/access.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useMembership } from './membership.ts'
import { t } from './messages.ts'

/** Confirms a role change that grants or revokes ownership, or changes the user's own role. */
export function RoleChangeDialog(props: {
  member: MemberWithUser
  role: string
  busy: boolean
  error: string | undefined
  onClose: () => void
  onConfirm: () => void
}) {
  const { member, role, busy, error } = props
  const { me } = useMembership()
  const values = { name: member.user.name, role: rolesText(role) }
  const makesOwner = holds(role, 'owner')
  return (
    <ConfirmDialog
      confirmLabel={t('members.changeAction', values)}
      busy={busy}
      danger={!makesOwner}
      error={error}
      onClose={props.onClose}
      onConfirm={props.onConfirm}
      open
      title={member.id === me.id ? t('members.changeOwnTitle', values) : t('members.changeTitle', values)}
    >
      {makesOwner && <p>{t('members.ownerText', values)}</p>}
      {!makesOwner && holds(member.role, 'owner') && <p>{t('members.noOwnerText')}</p>}
      {member.id === me.id && <p>{t('members.changeOwnText')}</p>}
    </ConfirmDialog>
  )
}
