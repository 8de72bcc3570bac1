import type { User } from '#client/index.ts'
import { isAdministrator } from '#web/shell/nav.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { ArchiveIcon, EyeIcon, LockIcon, ShieldIcon, SignOutIcon, StopIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { t } from './messages.ts'
import { isBanned } from './status.tsx'

/** The actions on a user; each opens a dialog of this name on the user's page. */
export type UserAction = 'impersonate' | 'role' | 'password' | 'ban' | 'unban' | 'revoke' | 'remove'

/** The actions as menu items. `open` opens the dialog of an action. */
export const userActions = (user: User, open: (action: UserAction) => void): MenuItem[] => [
  {
    label: t('actions.impersonate'),
    icon: EyeIcon,
    onSelect: () => open('impersonate'),
    disabled: isAdministrator(user) || isBanned(user),
  },
  { label: t('actions.role'), icon: ShieldIcon, onSelect: () => open('role') },
  { label: t('actions.password'), icon: LockIcon, onSelect: () => open('password') },
  { label: t('actions.revoke'), icon: SignOutIcon, onSelect: () => open('revoke') },
  'line',
  isBanned(user)
    ? { label: t('actions.unban'), icon: ArchiveIcon, onSelect: () => open('unban') }
    : { label: t('actions.ban'), icon: StopIcon, danger: true, onSelect: () => open('ban') },
  { label: t('actions.remove'), icon: TrashIcon, danger: true, onSelect: () => open('remove') },
]
