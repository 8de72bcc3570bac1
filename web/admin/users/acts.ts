import type { User } from '#client/index.ts'
import { isAdministrator } from '#web/shell/nav.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { ArchiveIcon, EyeIcon, LockIcon, ShieldIcon, SignOutIcon, StopIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { t } from './messages.ts'
import { isBanned } from './status.tsx'

/** What can be done to a person; each is asked for in a dialog of this name on their page. */
export type UserAct = 'impersonate' | 'role' | 'password' | 'ban' | 'unban' | 'revoke' | 'remove'

/** The acts as items of a menu. `open` opens the dialog of one. */
export const actsOn = (user: User, open: (act: UserAct) => void): MenuItem[] => [
  { label: t('acts.impersonate'), icon: EyeIcon, act: () => open('impersonate'), disabled: isAdministrator(user) || isBanned(user) },
  { label: t('acts.role'), icon: ShieldIcon, act: () => open('role') },
  { label: t('acts.password'), icon: LockIcon, act: () => open('password') },
  { label: t('acts.revoke'), icon: SignOutIcon, act: () => open('revoke') },
  'line',
  isBanned(user)
    ? { label: t('acts.unban'), icon: ArchiveIcon, act: () => open('unban') }
    : { label: t('acts.ban'), icon: StopIcon, danger: true, act: () => open('ban') },
  { label: t('acts.remove'), icon: TrashIcon, danger: true, act: () => open('remove') },
]
