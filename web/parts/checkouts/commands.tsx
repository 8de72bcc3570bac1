import type { Checkout } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { ArrowRightIcon, BoxIcon, ChainIcon, CopyShapeIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { placeOf } from '../places.ts'
import { t } from './messages.ts'

/** What can be done with a checkout in the dashboard of the organization with this slug. */
export function checkoutCommands(checkout: Checkout, acts: { slug: string; go: (href: string) => void }) {
  const { slug, go } = acts
  const open: Command = {
    id: 'checkout-open',
    label: t('acts.open'),
    icon: OpenIcon,
    run: () => go(placeOf(slug, 'checkouts', checkout.id)),
    press: 'enter',
  }
  const copyLink: Command = {
    id: 'checkout-copy-link',
    label: t('acts.copyLink'),
    icon: ChainIcon,
    run: () => copy(checkout.url, t('acts.linkCopied')),
  }
  const page: Command = {
    id: 'checkout-page',
    label: t('acts.page'),
    icon: ArrowRightIcon,
    run: () => window.open(checkout.url, '_blank', 'noopener'),
  }
  const product: Command = {
    id: 'checkout-product',
    label: t('acts.product'),
    icon: BoxIcon,
    run: () => go(placeOf(slug, 'products', checkout.productId)),
  }
  const copyId: Command = {
    id: 'checkout-copy-id',
    label: t('acts.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(checkout.id, t('acts.idCopied')),
  }
  return { open, copyLink, page, product, copyId }
}
