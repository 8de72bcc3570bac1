import { holds } from '#contract/access.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useMembership } from './membership.ts'
import { t } from './messages.ts'
import type { useRoleChange } from './use-role-change.ts'

/** Confirms a role change that grants or revokes ownership, or changes the user's own role. `onDone` follows the change. */
export function RoleChangeDialog({ change, onDone }: { change: ReturnType<typeof useRoleChange>; onDone?: () => void }) {
  const { pending, busy, error } = change
  const { me } = useMembership()
  if (pending === null) return null
  const { member, role } = pending
  const values = { name: member.user.name, role: rolesText(role) }
  const makesOwner = holds(role, 'owner')
  return (
    <ConfirmDialog
      confirmLabel={t('members.changeAction', values)}
      busy={busy}
      danger={!makesOwner}
      error={error}
      onClose={change.close}
      onConfirm={() => void change.confirm().then((isDone) => isDone && onDone?.())}
      open
      title={member.id === me.id ? t('members.changeOwnTitle', values) : t('members.changeTitle', values)}
    >
      {makesOwner && <p>{t('members.ownerText', values)}</p>}
      {!makesOwner && holds(member.role, 'owner') && <p>{t('members.noOwnerText')}</p>}
      {member.id === me.id && <p>{t('members.changeOwnText')}</p>}
    </ConfirmDialog>
  )
}
