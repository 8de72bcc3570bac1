import type { Customer } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, EnvelopeIcon, OpenIcon, PencilIcon, ReceiptIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** Where the commands of a customer lead: to the customer's page, to the list of their orders, and to the dialog that deletes the customer. */
export interface CustomerCommandOptions {
  readonly href: string
  readonly orders: string
  readonly go: (href: string) => void
  /** Missing where the page does not offer to delete. */
  readonly onDelete?: (customer: Customer) => void
}

/** The commands of a customer. */
export function customerCommands(customer: Customer, navigation: CustomerCommandOptions) {
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
  const edit: Command = {
    id: 'customer-edit',
    label: t('actions.edit'),
    icon: PencilIcon,
    run: () => navigation.go(`${navigation.href}/edit`),
    href: `${navigation.href}/edit`,
    needs: 'customers:write',
  }
  const remove: Command = {
    id: 'customer-delete',
    label: t('actions.deleteDots'),
    icon: TrashIcon,
    run: () => navigation.onDelete?.(customer),
    danger: true,
    needs: 'customers:write',
  }
  return { open, edit, orders, write, copyEmail, copyId, remove }
}
