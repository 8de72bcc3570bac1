import type { Customer } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { Avatar } from '#web/parts/avatar.tsx'

/** The display name of a customer: the name, otherwise the email. */
export const nameOf = (customer: Pick<Customer, 'name' | 'email'>): string => customer.name?.trim() || customer.email

/** A customer in a row: initials and name. */
export function CustomerName({ customer }: { customer: Pick<Customer, 'name' | 'email'> }) {
  const name = nameOf(customer)
  return (
    <span className="flex min-w-0 items-center gap-12">
      <Avatar name={name} />
      <span className="truncate">{name}</span>
    </span>
  )
}

/** A customer at the top of a card: initials, name and email in two lines. */
export function CustomerCard({ customer }: { customer: Pick<Customer, 'name' | 'email'> }) {
  const name = nameOf(customer)
  return (
    <div className="flex min-w-0 items-center gap-12">
      <Avatar name={name} size={32} />
      <div className="grid min-w-0">
        <span className="truncate text-label font-strong">{name}</span>
        {name !== customer.email && <span className="truncate text-caption text-muted">{shownEmail(customer.email)}</span>}
      </div>
    </div>
  )
}
