import type { MemberWithUser } from '#client/index.ts'
import { copy } from '#web/parts/copy.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { CopyShapeIcon, ListIcon, PencilIcon, SignOutIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { t } from './messages.ts'
import { Person } from './person.tsx'
import { RoleMenu } from './role-menu.tsx'
import { type Standing, useStanding } from './standing.ts'

/** The columns of the list of members. `onOpen` opens one of them, `onRole` gives one another role. */
export function useMemberColumns(
  onOpen: (id: string) => void,
  onRole: (member: MemberWithUser, role: string) => Promise<boolean>,
): readonly Column<MemberWithUser>[] {
  const { organization, me } = useStanding()
  return [
    { id: 'person', head: t('members.person'), cell: ({ user, id }) => <Person isMe={id === me.id} user={user} /> },
    {
      id: 'role',
      head: t('members.role'),
      cell: (member) => <RoleMenu member={member} onChoose={(role) => void onRole(member, role)} onOpen={() => onOpen(member.id)} />,
    },
    {
      id: 'team',
      head: t('members.team'),
      quiet: true,
      narrow: 'hide',
      cell: ({ teamId }) => organization.teams.find((team) => team.id === teamId)?.name ?? '—',
    },
    {
      id: 'joined',
      head: t('members.joined'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ createdAt }) => <Time as="day" at={createdAt} />,
    },
  ]
}

/** What can be done with a member. Of the only owner it is said why they stay. */
export function memberActs(
  { me, may, isOnlyOwner }: Standing,
  member: MemberWithUser,
  acts: {
    onOpen: (id: string) => void
    onLog: (userId: string) => void
    onLeave: (member: MemberWithUser) => void
    mayRemove: (member: MemberWithUser) => boolean
  },
): MenuItem[] {
  const isMe = member.id === me.id
  return [
    { label: t('members.open'), icon: PencilIcon, press: 'enter', act: () => acts.onOpen(member.id) },
    ...(may({ auditLog: ['read'] }) ? [{ label: t('members.log'), icon: ListIcon, act: () => acts.onLog(member.userId) }] : []),
    { label: t('members.copyEmail'), icon: CopyShapeIcon, act: () => copy(member.user.email, t('members.emailCopied')) },
    'line',
    isOnlyOwner(member)
      ? { title: t('members.onlyOwner') }
      : {
          label: t(isMe ? 'danger.leaveAct' : 'members.removeAct'),
          icon: isMe ? SignOutIcon : TrashIcon,
          danger: true,
          disabled: !acts.mayRemove(member),
          act: () => acts.onLeave(member),
        },
  ]
}
