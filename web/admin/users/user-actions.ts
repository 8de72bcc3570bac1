import type { User } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { copy } from '#web/parts/copy.ts'
import { isAdministrator } from '#web/shell/nav.ts'
import { ArchiveIcon, CopyShapeIcon, EyeIcon, LockIcon, ShieldIcon, SignOutIcon, StopIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { t } from './messages.ts'
import { isBanned } from './status.tsx'

/** The actions on a user; each opens a dialog of this name on the user's page. */
export type UserAction = 'impersonate' | 'role' | 'password' | 'ban' | 'unban' | 'revoke' | 'remove'

/** The actions on a user as commands, by importance. */
export interface UserCommands {
  readonly impersonate: Command
  readonly others: readonly Command[]
  readonly danger: readonly Command[]
}

/** The commands that copy what identifies a user. */
export const copyCommands = ({ email, id }: User): readonly Command[] => [
  { id: 'user-copy-email', label: t('actions.copyEmail'), icon: CopyShapeIcon, run: () => copy(email, t('actions.emailCopied')) },
  { id: 'user-copy-id', label: t('actions.copyId'), icon: CopyShapeIcon, run: () => copy(id, t('actions.idCopied')) },
]

/** The commands for a user. `open` opens the dialog of an action. */
export function userCommands(user: User, open: (action: UserAction) => void): UserCommands {
  const command = (action: UserAction, icon: Command['icon'], traits: Partial<Command> = {}): Command => ({
    id: `user-${action}`,
    label: t(`actions.${action}`),
    icon,
    run: () => open(action),
    ...traits,
  })
  return {
    impersonate: command('impersonate', EyeIcon, { disabled: isAdministrator(user) || isBanned(user) }),
    others: [
      command('role', ShieldIcon),
      command('password', LockIcon),
      command('revoke', SignOutIcon),
      ...(isBanned(user) ? [command('unban', ArchiveIcon)] : []),
    ],
    danger: [...(isBanned(user) ? [] : [command('ban', StopIcon, { danger: true })]), command('remove', TrashIcon, { danger: true })],
  }
}
