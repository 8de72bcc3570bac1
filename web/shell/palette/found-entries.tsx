import type { Customer, Order, Organization, Product } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import type { Command } from '#web/command.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { customerCommands } from '#web/parts/customers/commands.tsx'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { orderCommands } from '#web/parts/orders/commands.tsx'
import { productCommands } from '#web/parts/products/commands.tsx'
import { BoxIcon, ReceiptIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { isPermitted } from '../access/permission.ts'
import { t } from '../messages.ts'
import type { Group } from './arrange.ts'
import type { Entry } from './entry.ts'
import type { FoundState } from './found.ts'

interface Place {
  readonly organization: Organization
  readonly go: (href: string) => void
}

/** The found resources as groups, by kind. What another text has found is shown as long as it matches this one, too. */
export function foundGroups({ found, isPending }: FoundState, place: Place): readonly Group<Entry>[] {
  const group = (title: string, entries: readonly Entry[]): Group<Entry> => ({ title, entries, isFound: !isPending })
  return [
    group(
      t('nav.customers'),
      found.customers.map((customer) => customerEntry(customer, place)),
    ),
    group(
      t('nav.orders'),
      found.orders.map((order) => orderEntry(order, place)),
    ),
    group(
      t('nav.products'),
      found.products.map((product) => productEntry(product, place)),
    ),
  ]
}

const toEntries = (commands: readonly Command[], { organization }: Place): readonly Entry[] =>
  commands
    .filter(({ needs, disabled }) => !disabled && isPermitted(organization, needs))
    .map((command) => ({ id: `act-${command.id}`, label: command.label, icon: <command.icon />, run: command.run }))

function customerEntry(customer: Customer, place: Place): Entry {
  const { organization, go } = place
  const href = detailHref(organization.slug, 'customers', customer.id)
  const commands = customerCommands(customer, { href, orders: `/dashboard/${organization.slug}/orders?customer=${customer.id}`, go })
  const [name, email] = [nameOf(customer), shownEmail(customer.email)]
  return {
    id: customer.id,
    label: name,
    note: name === email ? undefined : email,
    // Their name is beside the picture.
    icon: <Avatar name={name} />,
    run: commands.open.run,
    actions: toEntries([commands.edit, commands.orders, commands.write, commands.copyEmail, commands.copyId], place),
  }
}

function orderEntry(order: Order, place: Place): Entry {
  const { open, customer, product, copyId } = orderCommands(order, { slug: place.organization.slug, go: place.go })
  return {
    id: order.id,
    label: order.number,
    note: `${nameOf(order.customer)} · ${order.product.name}`,
    icon: <ReceiptIcon />,
    end: <Amount currency={order.currency} value={order.totalAmount} />,
    run: open.run,
    actions: toEntries([customer, product, copyId], place),
  }
}

function productEntry(product: Product, place: Place): Entry {
  const href = detailHref(place.organization.slug, 'products', product.id)
  const { open, checkout, edit, copyId } = productCommands(product, {
    href,
    go: place.go,
    onCheckout: () => place.go(`${href}?dialog=checkout`),
    onArchive: () => place.go(`${href}?dialog=archive`),
  })
  return {
    id: product.id,
    label: product.name,
    icon: <BoxIcon />,
    run: open.run,
    actions: toEntries([checkout, edit, copyId], place),
  }
}
