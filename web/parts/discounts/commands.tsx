import type { Discount } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, OpenIcon, PencilIcon, TagIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** The input that the commands of a discount need from their page: where it is, and what opens the dialog that deletes it. */
export interface DiscountCommandOptions {
  readonly href: string
  readonly go: (href: string) => void
  readonly onDelete: (discount: Discount) => void
}

/** The commands of a discount. `open` is for pages other than the discount's own; `copyCode` is none where it has no code. */
export function discountCommands(discount: Discount, { href, go, onDelete }: DiscountCommandOptions) {
  const { id, code } = discount
  const open: Command = { id: 'discount-open', label: t('actions.open'), icon: OpenIcon, run: () => go(href), shortcut: 'enter' }
  const edit: Command = {
    id: 'discount-edit',
    label: t('actions.edit'),
    icon: PencilIcon,
    run: () => go(`${href}/edit`),
    href: `${href}/edit`,
    needs: 'discounts:write',
  }
  const copyCode: readonly Command[] =
    code === null
      ? []
      : [{ id: 'discount-copy-code', label: t('actions.copyCode'), icon: TagIcon, run: () => copy(code, t('actions.codeCopied')) }]
  const copyId: Command = {
    id: 'discount-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(id, t('actions.idCopied')),
  }
  const remove: Command = {
    id: 'discount-delete',
    label: t('actions.deleteDots'),
    icon: TrashIcon,
    run: () => onDelete(discount),
    danger: true,
    needs: 'discounts:write',
  }
  return { open, edit, copyCode, copyId, remove }
}
