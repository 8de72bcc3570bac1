import type { Subscription } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { BoxIcon, ChainIcon, CopyShapeIcon, OpenIcon, ReceiptIcon, UserIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { detailHref } from '../detail-href.ts'
import { t } from './messages.ts'

/** The list of the orders of a subscription. */
export const subscriptionOrdersHref = (slug: string, id: string): string => `/dashboard/${slug}/orders?subscription=${id}`

/** The commands of a subscription in the dashboard of the organization with this slug. */
export function subscriptionCommands(subscription: Subscription, navigation: { slug: string; go: (href: string) => void }) {
  const { id, customerId, productId, checkoutId } = subscription
  const { slug, go } = navigation
  const open: Command = {
    id: 'subscription-open',
    label: t('actions.open'),
    icon: OpenIcon,
    run: () => go(detailHref(slug, 'subscriptions', id)),
    shortcut: 'enter',
  }
  const customer: Command = {
    id: 'subscription-customer',
    label: t('actions.customer'),
    icon: UserIcon,
    run: () => go(detailHref(slug, 'customers', customerId)),
    needs: 'customers:read',
  }
  const product: Command = {
    id: 'subscription-product',
    label: t('actions.product'),
    icon: BoxIcon,
    run: () => go(detailHref(slug, 'products', productId)),
    needs: 'products:read',
  }
  const orders: Command = {
    id: 'subscription-orders',
    label: t('actions.orders'),
    icon: ReceiptIcon,
    run: () => go(subscriptionOrdersHref(slug, id)),
    needs: 'orders:read',
  }
  const checkout: Command = {
    id: 'subscription-checkout',
    label: t('actions.checkout'),
    icon: ChainIcon,
    run: () => checkoutId !== null && go(detailHref(slug, 'checkouts', checkoutId)),
    disabled: checkoutId === null,
    needs: 'checkouts:read',
  }
  const copyId: Command = {
    id: 'subscription-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(id, t('actions.idCopied')),
  }
  return { open, customer, product, orders, checkout, copyId }
}
