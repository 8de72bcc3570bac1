import type { Payment } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { ChainIcon, CopyShapeIcon, OpenIcon, ReceiptIcon, UserIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { detailHref } from '../detail-href.ts'
import { t } from './messages.ts'

/** The commands of a payment in the dashboard of the organization with this slug: `links` lead to what belongs to it. */
export function paymentCommands(payment: Payment, { slug, go }: { slug: string; go: (href: string) => void }) {
  const { id, orderId, checkoutId, customerId } = payment
  const open: Command = {
    id: 'payment-open',
    label: t('actions.open'),
    icon: OpenIcon,
    run: () => go(detailHref(slug, 'payments', id)),
    shortcut: 'enter',
  }
  const copyId: Command = {
    id: 'payment-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(id, t('actions.idCopied')),
  }
  const targets = [
    { id: orderId, page: 'orders', label: t('actions.order'), icon: ReceiptIcon },
    { id: checkoutId, page: 'checkouts', label: t('actions.checkout'), icon: ChainIcon },
    { id: customerId, page: 'customers', label: t('actions.customer'), icon: UserIcon },
  ] as const
  const links = targets.flatMap(({ id: target, page, label, icon }): Command[] =>
    target === null ? [] : [{ id: `payment-${page}`, label, icon, run: () => go(detailHref(slug, page, target)) }],
  )
  return { open, links, copyId }
}
