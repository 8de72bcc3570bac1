import type { Order } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { BoxIcon, ChainIcon, CopyShapeIcon, CycleIcon, OpenIcon, UserIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { detailHref } from '../detail-href.ts'
import { t } from './messages.ts'

/** The commands of an order in the dashboard of the organization with this slug. */
export function orderCommands(order: Order, navigation: { slug: string; go: (href: string) => void }) {
  const { slug, go } = navigation
  const open: Command = {
    id: 'order-open',
    label: t('actions.open'),
    icon: OpenIcon,
    run: () => go(detailHref(slug, 'orders', order.id)),
    shortcut: 'enter',
  }
  const customer: Command = {
    id: 'order-customer',
    label: t('actions.customer'),
    icon: UserIcon,
    run: () => go(detailHref(slug, 'customers', order.customerId)),
  }
  const product: Command = {
    id: 'order-product',
    label: t('actions.product'),
    icon: BoxIcon,
    run: () => go(detailHref(slug, 'products', order.productId)),
  }
  const checkout: Command = {
    id: 'order-checkout',
    label: t('actions.checkout'),
    icon: ChainIcon,
    run: () => order.checkoutId !== null && go(detailHref(slug, 'checkouts', order.checkoutId)),
    disabled: order.checkoutId === null,
  }
  const subscription: Command = {
    id: 'order-subscription',
    label: t('actions.subscription'),
    icon: CycleIcon,
    run: () => order.subscriptionId !== null && go(detailHref(slug, 'subscriptions', order.subscriptionId)),
    needs: 'subscriptions:read',
  }
  const copyId: Command = {
    id: 'order-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(order.id, t('actions.idCopied')),
  }
  return { open, customer, product, checkout, subscription, copyId }
}
