import type { Customer } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

type StatusFields = Pick<Customer, 'deletedAt' | 'emailVerified'>

const statuses: StatusTable<'verified' | 'unverified' | 'deleted'> = {
  verified: { tone: 'good', word: () => t('verified'), meaning: () => t('meanings.verified') },
  unverified: { tone: 'neutral', word: () => t('unverified'), meaning: () => t('meanings.unverified') },
  deleted: { tone: 'ended', word: () => t('deleted'), meaning: () => t('meanings.deleted') },
}
const statusOf = ({ deletedAt, emailVerified }: StatusFields) =>
  statuses[deletedAt !== null ? 'deleted' : emailVerified ? 'verified' : 'unverified']

/** Whether the email of a customer is verified, for rows. */
export const CustomerStatus = ({ customer }: { customer: StatusFields }) => <StatusRow status={statusOf(customer)} />

/** Whether the email of a customer is verified, beside a title. */
export const CustomerPill = ({ customer }: { customer: StatusFields }) => <StatusTitle status={statusOf(customer)} />
