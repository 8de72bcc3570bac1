import type { Customer } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, EnvelopeIcon, OpenIcon, ReceiptIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** The commands of a customer. `href` is the customer's page, `orders` the list of their orders. */
export function customerCommands(customer: Customer, navigation: { href: string; orders: string; go: (href: string) => void }) {
  const href = `mailto:${encodeURIComponent(customer.email)}`
  const open: Command = {
    id: 'customer-open',
    label: t('actions.open'),
    icon: OpenIcon,
    run: () => navigation.go(navigation.href),
    shortcut: 'enter',
  }
  const orders: Command = {
    id: 'customer-orders',
    label: t('actions.orders'),
    icon: ReceiptIcon,
    run: () => navigation.go(navigation.orders),
  }
  const write: Command = {
    id: 'customer-write',
    label: t('actions.sendEmail'),
    icon: EnvelopeIcon,
    run: () => location.assign(href),
    href,
  }
  const copyEmail: Command = {
    id: 'customer-copy-email',
    label: t('actions.copyEmail'),
    icon: CopyShapeIcon,
    run: () => copy(customer.email, t('actions.emailCopied')),
  }
  const copyId: Command = {
    id: 'customer-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(customer.id, t('actions.idCopied')),
  }
  return { open, orders, write, copyEmail, copyId }
}
