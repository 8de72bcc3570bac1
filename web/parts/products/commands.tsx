import type { Product } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { ArchiveIcon, ChainIcon, CopyShapeIcon, OpenIcon, PencilIcon, PlayIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** The input that the commands of a product need from their page. */
export interface ProductCommandOptions {
  /** The product's page. */
  readonly href: string
  readonly go: (href: string) => void
  readonly onCheckout: (product: Product) => void
  readonly onArchive: (product: Product) => void
}

/** The commands of a product. `open` is for pages other than the product's own. */
export function productCommands(product: Product, options: ProductCommandOptions) {
  const open: Command = {
    id: 'product-open',
    label: t('actions.open'),
    icon: OpenIcon,
    run: () => options.go(options.href),
    shortcut: 'enter',
  }
  const edit: Command = {
    id: 'product-edit',
    label: t('actions.edit'),
    icon: PencilIcon,
    run: () => options.go(`${options.href}/edit`),
    href: `${options.href}/edit`,
    needs: 'products:write',
  }
  const checkout: Command = {
    id: 'product-checkout',
    label: t('actions.checkoutDots'),
    icon: ChainIcon,
    run: () => options.onCheckout(product),
    disabled: product.isArchived,
    needs: 'checkouts:write',
  }
  const copyId: Command = {
    id: 'product-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(product.id, t('actions.idCopied')),
  }
  const archive: Command = product.isArchived
    ? {
        id: 'product-unarchive',
        label: t('actions.unarchiveDots'),
        icon: PlayIcon,
        run: () => options.onArchive(product),
        needs: 'products:write',
      }
    : {
        id: 'product-archive',
        label: t('actions.archiveDots'),
        icon: ArchiveIcon,
        run: () => options.onArchive(product),
        danger: true,
        needs: 'products:write',
      }
  return { open, edit, checkout, copyId, archive }
}
