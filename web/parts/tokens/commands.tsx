import type { AccessToken } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, PencilIcon, PlusIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** Making a token, for the list's head and its empty place. */
export const newTokenCommand = (run: () => void): Command => ({ id: 'token-new', label: t('acts.new'), icon: PlusIcon, run, press: 'c' })

/** What can be done with a token. */
export function tokenCommands(
  token: AccessToken,
  acts: { readonly onEdit: (token: AccessToken) => void; readonly onDelete: (token: AccessToken) => void },
) {
  const edit: Command = { id: 'token-edit', label: t('acts.edit'), icon: PencilIcon, run: () => acts.onEdit(token), press: 'enter' }
  const copyId: Command = {
    id: 'token-copy-id',
    label: t('acts.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(token.id, t('acts.idCopied')),
  }
  const remove: Command = { id: 'token-delete', label: t('acts.delete'), icon: TrashIcon, run: () => acts.onDelete(token), danger: true }
  return { edit, copyId, remove }
}
