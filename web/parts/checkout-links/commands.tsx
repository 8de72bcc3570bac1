import type { CheckoutLink } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { ChainIcon, CopyShapeIcon, EyeIcon, OpenIcon, PencilIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** The input that the commands of a link need from their page: where it is, and what opens the dialog that deletes it. */
export interface LinkCommandOptions {
  readonly href: string
  readonly go: (href: string) => void
  readonly onDelete: (link: CheckoutLink) => void
}

/** The commands of a checkout link. `open` is for pages other than the link's own. */
export function linkCommands(link: CheckoutLink, { href, go, onDelete }: LinkCommandOptions) {
  const open: Command = { id: 'link-open', label: t('actions.open'), icon: OpenIcon, run: () => go(href), shortcut: 'enter' }
  const copyLink: Command = {
    id: 'link-copy',
    label: t('actions.copyLink'),
    icon: ChainIcon,
    run: () => copy(link.url, t('actions.linkCopied')),
  }
  const edit: Command = {
    id: 'link-edit',
    label: t('actions.edit'),
    icon: PencilIcon,
    run: () => go(`${href}/edit`),
    href: `${href}/edit`,
    needs: 'checkout_links:write',
  }
  const visit: Command = {
    id: 'link-visit',
    label: t('actions.visit'),
    icon: EyeIcon,
    run: () => window.open(link.url, '_blank', 'noreferrer'),
  }
  const copyId: Command = {
    id: 'link-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(link.id, t('actions.idCopied')),
  }
  const remove: Command = {
    id: 'link-delete',
    label: t('actions.deleteDots'),
    icon: TrashIcon,
    run: () => onDelete(link),
    danger: true,
    needs: 'checkout_links:write',
  }
  return { open, copyLink, edit, visit, copyId, remove }
}
