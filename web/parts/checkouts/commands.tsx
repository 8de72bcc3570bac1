import type { Checkout } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { ArrowRightIcon, BoxIcon, ChainIcon, CopyShapeIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { detailHref } from '../detail-href.ts'
import { t } from './messages.ts'

/** The commands of a checkout in the dashboard of the organization with this slug. */
export function checkoutCommands(checkout: Checkout, navigation: { slug: string; go: (href: string) => void }) {
  const { slug, go } = navigation
  const open: Command = {
    id: 'checkout-open',
    label: t('actions.open'),
    icon: OpenIcon,
    run: () => go(detailHref(slug, 'checkouts', checkout.id)),
    shortcut: 'enter',
  }
  const copyLink: Command = {
    id: 'checkout-copy-link',
    label: t('actions.copyLink'),
    icon: ChainIcon,
    run: () => copy(checkout.url, t('actions.linkCopied')),
  }
  const page: Command = {
    id: 'checkout-page',
    label: t('actions.page'),
    icon: ArrowRightIcon,
    run: () => window.open(checkout.url, '_blank', 'noopener'),
    href: checkout.url,
  }
  const product: Command = {
    id: 'checkout-product',
    label: t('actions.product'),
    icon: BoxIcon,
    run: () => go(detailHref(slug, 'products', checkout.productId)),
  }
  const copyId: Command = {
    id: 'checkout-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(checkout.id, t('actions.idCopied')),
  }
  return { open, copyLink, page, product, copyId }
}
