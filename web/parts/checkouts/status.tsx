import type { Checkout } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

/** The status of a checkout; an open one whose last payment failed is `declined`. */
type CheckoutState = Checkout['status'] | 'declined'
type StatusFields = Pick<Checkout, 'status' | 'lastPaymentError'>

const statuses: StatusTable<CheckoutState> = {
  open: { tone: 'info', word: () => t('states.open'), meaning: () => t('meanings.open') },
  declined: { tone: 'bad', word: () => t('states.declined'), meaning: () => t('meanings.declined') },
  expired: { tone: 'ended', word: () => t('states.expired'), meaning: () => t('meanings.expired') },
  confirmed: { tone: 'warn', word: () => t('states.confirmed'), meaning: () => t('meanings.confirmed') },
  succeeded: { tone: 'good', word: () => t('states.succeeded'), meaning: () => t('meanings.succeeded') },
  failed: { tone: 'bad', word: () => t('states.failed'), meaning: () => t('meanings.failed') },
}
const statusOf = ({ status, lastPaymentError }: StatusFields) =>
  statuses[status === 'open' && lastPaymentError !== null ? 'declined' : status]

/** The status of a checkout, for rows. */
export const CheckoutStatus = ({ checkout }: { checkout: StatusFields }) => <StatusRow status={statusOf(checkout)} />

/** The status of a checkout, beside a title. */
export const CheckoutPill = ({ checkout }: { checkout: StatusFields }) => <StatusTitle status={statusOf(checkout)} />
