import type { Customer } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, EnvelopeIcon, OpenIcon, ReceiptIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** What can be done with a customer. `place` is the customer's own page, `orders` the list of their orders. */
export function customerCommands(customer: Customer, acts: { place: string; orders: string; go: (href: string) => void }) {
  const open: Command = { id: 'customer-open', label: t('acts.open'), icon: OpenIcon, run: () => acts.go(acts.place), press: 'enter' }
  const orders: Command = { id: 'customer-orders', label: t('acts.orders'), icon: ReceiptIcon, run: () => acts.go(acts.orders) }
  const write: Command = {
    id: 'customer-write',
    label: t('acts.write'),
    icon: EnvelopeIcon,
    run: () => location.assign(`mailto:${encodeURIComponent(customer.email)}`),
  }
  const copyEmail: Command = {
    id: 'customer-copy-email',
    label: t('acts.copyEmail'),
    icon: CopyShapeIcon,
    run: () => copy(customer.email, t('acts.emailCopied')),
  }
  const copyId: Command = {
    id: 'customer-copy-id',
    label: t('acts.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(customer.id, t('acts.idCopied')),
  }
  return { open, orders, write, copyEmail, copyId }
}
