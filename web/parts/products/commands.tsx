import type { Product } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { ArchiveIcon, ChainIcon, CopyShapeIcon, OpenIcon, PencilIcon, PlayIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** What acts on a product need from the screen they stand on. */
export interface ProductActs {
  /** The product's own page. */
  readonly place: string
  readonly go: (href: string) => void
  readonly onCheckout: (product: Product) => void
  readonly onArchive: (product: Product) => void
}

/** What can be done with a product. `open` leads to its page, for places that are not it. */
export function productCommands(product: Product, acts: ProductActs) {
  const open: Command = { id: 'product-open', label: t('acts.open'), icon: OpenIcon, run: () => acts.go(acts.place), press: 'enter' }
  const edit: Command = { id: 'product-edit', label: t('acts.edit'), icon: PencilIcon, run: () => acts.go(`${acts.place}/edit`) }
  const checkout: Command = {
    id: 'product-checkout',
    label: t('acts.checkoutDots'),
    icon: ChainIcon,
    run: () => acts.onCheckout(product),
    disabled: product.isArchived,
  }
  const copyId: Command = {
    id: 'product-copy-id',
    label: t('acts.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(product.id, t('acts.idCopied')),
  }
  const archive: Command = product.isArchived
    ? { id: 'product-unarchive', label: t('acts.unarchiveDots'), icon: PlayIcon, run: () => acts.onArchive(product) }
    : { id: 'product-archive', label: t('acts.archiveDots'), icon: ArchiveIcon, run: () => acts.onArchive(product), danger: true }
  return { open, edit, checkout, copyId, archive }
}
