import type { Customer } from '#client/index.ts'
import { Status, StatusPill } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

type Known = Pick<Customer, 'deletedAt' | 'emailVerified'>
const toneOf = (customer: Known) => (customer.deletedAt !== null ? 'over' : customer.emailVerified ? 'good' : 'neutral')
const wordOf = (customer: Known) => t(customer.deletedAt !== null ? 'deleted' : customer.emailVerified ? 'verified' : 'unverified')

/** Whether a customer has proved the e-mail address, for rows. */
export function CustomerStatus({ customer }: { customer: Known }) {
  return <Status tone={toneOf(customer)}>{wordOf(customer)}</Status>
}

/** The same beside a title. */
export function CustomerPill({ customer }: { customer: Known }) {
  return <StatusPill tone={toneOf(customer)}>{wordOf(customer)}</StatusPill>
}
