import type { Order } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { BoxIcon, ChainIcon, CopyShapeIcon, OpenIcon, PersonIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { placeOf } from '../places.ts'
import { t } from './messages.ts'

/** What can be done with an order in the dashboard of the organization with this slug. */
export function orderCommands(order: Order, acts: { slug: string; go: (href: string) => void }) {
  const { slug, go } = acts
  const open: Command = {
    id: 'order-open',
    label: t('acts.open'),
    icon: OpenIcon,
    run: () => go(placeOf(slug, 'orders', order.id)),
    press: 'enter',
  }
  const customer: Command = {
    id: 'order-customer',
    label: t('acts.customer'),
    icon: PersonIcon,
    run: () => go(placeOf(slug, 'customers', order.customerId)),
  }
  const product: Command = {
    id: 'order-product',
    label: t('acts.product'),
    icon: BoxIcon,
    run: () => go(placeOf(slug, 'products', order.productId)),
  }
  const checkout: Command = {
    id: 'order-checkout',
    label: t('acts.checkout'),
    icon: ChainIcon,
    run: () => order.checkoutId !== null && go(placeOf(slug, 'checkouts', order.checkoutId)),
    disabled: order.checkoutId === null,
  }
  const copyId: Command = {
    id: 'order-copy-id',
    label: t('acts.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(order.id, t('acts.idCopied')),
  }
  return { open, customer, product, checkout, copyId }
}
