import type { MemberWithUser } from '#client/index.ts'
import { holds, rolesOf } from '#contract/access.ts'
import { roleName, rolesText } from '#web/parts/organizations/roles.ts'
import { Menu, type MenuItem } from '#web/ui/actions/menu.tsx'
import { DownIcon } from '#web/ui/icons/index.ts'
import { useMembership } from './membership.ts'
import { t } from './messages.ts'

/** A menu with the role of a member. It assigns one role; several roles are assigned in the member's drawer (`onOpen`). */
export function RoleMenu(props: { member: MemberWithUser; onChoose: (role: string) => void; onOpen: () => void }) {
  const { member, onChoose, onOpen } = props
  const { may, mayAssign, roles, isOnlyOwner } = useMembership()
  const text = rolesText(member.role)
  const isReadOnly = !may({ member: ['update'] }) || !rolesOf(member.role).every(mayAssign) || isOnlyOwner(member)
  if (isReadOnly)
    return (
      <span className="block max-w-200 truncate max-wide:max-w-112" title={isOnlyOwner(member) ? t('members.onlyOwner') : text}>
        {text}
      </span>
    )
  const items: MenuItem[] = [
    ...roles.map(({ name }) => ({
      label: roleName(name),
      checked: member.role === name,
      disabled: !mayAssign(name),
      onSelect: () => member.role !== name && onChoose(name),
    })),
    'line',
    { label: t('members.several'), onSelect: onOpen },
  ]
  return (
    <Menu
      items={items}
      label={t('members.roleOf', { name: member.user.name })}
      trigger={(trigger) => (
        <button
          {...trigger}
          className="-ml-8 inline-flex h-28 items-center gap-6 rounded-control px-8 hover:bg-hover aria-expanded:bg-selected pointer-coarse:h-44"
          type="button"
        >
          <span className="sr-only">{t('members.roleOf', { name: member.user.name })}: </span>
          <span className="block max-w-160 flex-none truncate max-wide:max-w-96">{text}</span>
          <DownIcon className="text-muted" size={14} />
        </button>
      )}
    />
  )
}

/** Whether a role change needs a confirmation: it grants or revokes ownership, or changes the user's own role. */
export const needsConfirmation = (member: MemberWithUser, next: string, myId: string): boolean =>
  member.id === myId || holds(member.role, 'owner') !== holds(next, 'owner')
