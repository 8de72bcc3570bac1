import type { MemberWithUser } from '#client/index.ts'
import { roleName, rolesOf, rolesText } from '#web/parts/organizations/roles.ts'
import { Menu, type MenuItem } from '#web/ui/actions/menu.tsx'
import { DownIcon } from '#web/ui/icons/index.ts'
import { t } from './messages.ts'
import { holds } from './permissions.ts'
import { useStanding } from './standing.ts'

/** A member's role, text until touched. One role is chosen here; several are in the member's drawer (`onOpen`). */
export function RoleMenu(props: { member: MemberWithUser; onChoose: (role: string) => void; onOpen: () => void }) {
  const { member, onChoose, onOpen } = props
  const { may, mayGive, roles, isOnlyOwner } = useStanding()
  const text = rolesText(member.role)
  const isFixed = !may({ member: ['update'] }) || !rolesOf(member.role).every(mayGive) || isOnlyOwner(member)
  if (isFixed)
    return (
      <span className="block max-w-200 truncate max-wide:max-w-112" title={isOnlyOwner(member) ? t('members.onlyOwner') : text}>
        {text}
      </span>
    )
  const items: MenuItem[] = [
    ...roles.map(({ name }) => ({
      label: roleName(name),
      checked: member.role === name,
      disabled: !mayGive(name),
      act: () => member.role !== name && onChoose(name),
    })),
    'line',
    { label: t('members.several'), act: onOpen },
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

/** Whether a change of roles is worth a question: ownership is given or taken, or somebody changes their own. */
export const isHeavy = (member: MemberWithUser, next: string, myId: string): boolean =>
  member.id === myId || holds(member.role, 'owner') !== holds(next, 'owner')
