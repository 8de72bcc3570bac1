import type { MemberWithUser } from '#client/index.ts'
import { MemberIdentity } from './member-identity.tsx'
import { useMembership } from './membership.ts'
import { t } from './messages.ts'
import { RoleChangeDialog } from './role-change-dialog.tsx'
import { RoleMenu } from './role-menu.tsx'
import { useRoleChange } from './use-role-change.ts'
import { useSettingsNavigation } from './use-settings-navigation.ts'

interface CellProps {
  member: MemberWithUser
}

/** Picture, name and email of a member. */
export function MemberName({ member: { id, user } }: CellProps) {
  return <MemberIdentity isMe={id === useMembership().me.id} user={user} />
}

/** The role of a member, with the menu that changes it. */
export function MemberRole({ member }: CellProps) {
  const { open } = useSettingsNavigation()
  const change = useRoleChange()
  return (
    <>
      <RoleMenu member={member} onChoose={(role) => void change.choose(member, role)} onOpen={() => open(member.id)} />
      <RoleChangeDialog change={change} />
    </>
  )
}

/** The name of the team of a member. */
export function MemberTeam({ member: { teamId } }: CellProps) {
  return useMembership().organization.teams.find(({ id }) => id === teamId)?.name ?? t('members.noTeam')
}
