import type { Payment } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

type StatusFields = Pick<Payment, 'status' | 'isDuplicate'>

const statuses: StatusTable<Payment['status'] | 'duplicate'> = {
  pending: { tone: 'info', word: () => t('states.pending'), meaning: () => t('meanings.pending') },
  succeeded: { tone: 'good', word: () => t('states.succeeded'), meaning: () => t('meanings.succeeded') },
  failed: { tone: 'bad', word: () => t('states.failed'), meaning: () => t('meanings.failed') },
  duplicate: { tone: 'ended', word: () => t('states.duplicate'), meaning: () => t('meanings.duplicate') },
}

const statusOf = ({ status, isDuplicate }: StatusFields) => statuses[isDuplicate ? 'duplicate' : status]

/** The status of a payment, for rows. */
export const PaymentStatus = ({ payment }: { payment: StatusFields }) => <StatusRow status={statusOf(payment)} />

/** The status of a payment, beside a title. */
export const PaymentPill = ({ payment }: { payment: StatusFields }) => <StatusTitle status={statusOf(payment)} />
