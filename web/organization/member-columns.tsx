import type { MemberWithUser } from '#client/index.ts'
import { copy } from '#web/parts/copy.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { CopyShapeIcon, ListIcon, PencilIcon, SignOutIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { MemberIdentity } from './member-identity.tsx'
import { type Membership, useMembership } from './membership.ts'
import { t } from './messages.ts'
import { RoleMenu } from './role-menu.tsx'

/** The columns of the list of members. `onOpen` opens a member, `onRole` changes the role of a member. */
export function useMemberColumns(
  onOpen: (id: string) => void,
  onRole: (member: MemberWithUser, role: string) => Promise<boolean>,
): readonly Column<MemberWithUser>[] {
  const { organization, me } = useMembership()
  return [
    { id: 'user', head: t('members.member'), cell: ({ user, id }) => <MemberIdentity isMe={id === me.id} user={user} /> },
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

/** The actions on a member. For the only owner the menu explains why they cannot be removed. */
export function memberActions(
  { me, may, isOnlyOwner }: Membership,
  member: MemberWithUser,
  handlers: {
    onOpen: (id: string) => void
    onLog: (userId: string) => void
    onRemove: (member: MemberWithUser) => void
    mayRemove: (member: MemberWithUser) => boolean
  },
): MenuItem[] {
  const isMe = member.id === me.id
  return [
    { label: t('members.open'), icon: PencilIcon, shortcut: 'enter', onSelect: () => handlers.onOpen(member.id) },
    ...(may({ auditLog: ['read'] }) ? [{ label: t('members.log'), icon: ListIcon, onSelect: () => handlers.onLog(member.userId) }] : []),
    { label: t('members.copyEmail'), icon: CopyShapeIcon, onSelect: () => copy(member.user.email, t('members.emailCopied')) },
    'line',
    isOnlyOwner(member)
      ? { title: t('members.onlyOwner') }
      : {
          label: t(isMe ? 'danger.leaveAction' : 'members.removeAction'),
          icon: isMe ? SignOutIcon : TrashIcon,
          danger: true,
          disabled: !handlers.mayRemove(member),
          onSelect: () => handlers.onRemove(member),
        },
  ]
}
