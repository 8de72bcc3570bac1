import type { Customer } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { Avatar } from '#web/parts/avatar.tsx'

/** The display name of a customer: the name, otherwise the email as people read it. */
export const nameOf = ({ name, email }: Pick<Customer, 'name' | 'email'>): string => name?.trim() || shownEmail(email)

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
  const [name, email] = [nameOf(customer), shownEmail(customer.email)]
  return (
    <div className="flex min-w-0 items-center gap-12">
      <Avatar name={name} size={32} />
      <div className="grid min-w-0">
        <span className="truncate text-label font-strong">{name}</span>
        {name !== email && <span className="truncate text-caption text-muted">{email}</span>}
      </div>
    </div>
  )
}
