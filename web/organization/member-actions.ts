import type { MemberWithUser } from '#client/index.ts'
import { copy } from '#web/parts/copy.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { CopyShapeIcon, ListIcon, PencilIcon, SignOutIcon, TrashIcon } from '#web/ui/icons/index.ts'
import type { Membership } from './membership.ts'
import { t } from './messages.ts'

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
