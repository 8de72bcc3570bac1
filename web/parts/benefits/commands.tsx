import type { Benefit } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, OpenIcon, PencilIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** The input that the commands of a benefit need from their page: where it is, and what opens the dialog that deletes it. */
export interface BenefitCommandOptions {
  readonly href: string
  readonly go: (href: string) => void
  readonly onDelete: (benefit: Benefit) => void
}

/** The commands of a benefit. `open` is for pages other than the benefit's own. */
export function benefitCommands(benefit: Benefit, { href, go, onDelete }: BenefitCommandOptions) {
  const open: Command = { id: 'benefit-open', label: t('actions.open'), icon: OpenIcon, run: () => go(href), shortcut: 'enter' }
  const edit: Command = {
    id: 'benefit-edit',
    label: t('actions.edit'),
    icon: PencilIcon,
    run: () => go(`${href}/edit`),
    href: `${href}/edit`,
    needs: 'benefits:write',
  }
  const copyId: Command = {
    id: 'benefit-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(benefit.id, t('actions.idCopied')),
  }
  const remove: Command = {
    id: 'benefit-delete',
    label: t('actions.deleteDots'),
    icon: TrashIcon,
    run: () => onDelete(benefit),
    danger: true,
    needs: 'benefits:write',
    disabled: !benefit.deletable,
  }
  return { open, edit, copyId, remove }
}
