import type { AccessToken } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, PencilIcon, PlusIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** Creates a token; for the list header and the empty list. */
export const newTokenCommand = (run: () => void): Command => ({
  id: 'token-new',
  label: t('actions.new'),
  icon: PlusIcon,
  run,
  shortcut: 'c',
  needs: 'organizations:write',
})

/** The commands of a token. */
export function tokenCommands(
  token: AccessToken,
  handlers: { readonly onEdit: (token: AccessToken) => void; readonly onDelete: (token: AccessToken) => void },
) {
  const edit: Command = {
    id: 'token-edit',
    label: t('actions.edit'),
    icon: PencilIcon,
    run: () => handlers.onEdit(token),
    shortcut: 'enter',
  }
  const copyId: Command = {
    id: 'token-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(token.id, t('actions.idCopied')),
  }
  const remove: Command = {
    id: 'token-delete',
    label: t('actions.delete'),
    icon: TrashIcon,
    run: () => handlers.onDelete(token),
    danger: true,
  }
  return { edit, copyId, remove }
}
