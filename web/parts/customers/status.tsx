import type { Customer } from '#client/index.ts'
import { Status, StatusPill } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

type StatusFields = Pick<Customer, 'deletedAt' | 'emailVerified'>
const toneOf = (customer: StatusFields) => (customer.deletedAt !== null ? 'ended' : customer.emailVerified ? 'good' : 'neutral')
const labelOf = (customer: StatusFields) => t(customer.deletedAt !== null ? 'deleted' : customer.emailVerified ? 'verified' : 'unverified')

/** Whether the email of a customer is verified, for rows. */
export function CustomerStatus({ customer }: { customer: StatusFields }) {
  return <Status tone={toneOf(customer)}>{labelOf(customer)}</Status>
}

/** Whether the email of a customer is verified, beside a title. */
export function CustomerPill({ customer }: { customer: StatusFields }) {
  return <StatusPill tone={toneOf(customer)}>{labelOf(customer)}</StatusPill>
}
