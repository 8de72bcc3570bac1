import type { MemberWithUser } from '#client/index.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { t } from './messages.ts'
import { holds } from './permissions.ts'
import { useStanding } from './standing.ts'

/** Asks before a change of roles that weighs: it gives or takes ownership, or is one's own. */
export function RoleQuestion(props: {
  member: MemberWithUser
  role: string
  busy: boolean
  error: string | undefined
  onClose: () => void
  onConfirm: () => void
}) {
  const { member, role, busy, error } = props
  const { me } = useStanding()
  const values = { name: member.user.name, role: rolesText(role) }
  const isGiven = holds(role, 'owner')
  return (
    <ConfirmDialog
      act={t('members.changeAct', values)}
      busy={busy}
      danger={!isGiven}
      error={error}
      onClose={props.onClose}
      onConfirm={props.onConfirm}
      open
      title={member.id === me.id ? t('members.changeOwnTitle', values) : t('members.changeTitle', values)}
    >
      {isGiven && <p>{t('members.ownerText', values)}</p>}
      {!isGiven && holds(member.role, 'owner') && <p>{t('members.noOwnerText')}</p>}
      {member.id === me.id && <p>{t('members.changeOwnText')}</p>}
    </ConfirmDialog>
  )
}
