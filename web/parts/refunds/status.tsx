import type { Refund } from '#client/index.ts'
import { StatusRow, type StatusTable } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

const statuses: StatusTable<Refund['status']> = {
  pending: { tone: 'info', word: () => t('states.pending'), meaning: () => t('meanings.pending') },
  succeeded: { tone: 'good', word: () => t('states.succeeded'), meaning: () => t('meanings.succeeded') },
  failed: { tone: 'bad', word: () => t('states.failed'), meaning: () => t('meanings.failed') },
  canceled: { tone: 'ended', word: () => t('states.canceled'), meaning: () => t('meanings.canceled') },
}

/** The status of a refund, for rows. */
export const RefundStatus = ({ refund }: { refund: Pick<Refund, 'status'> }) => <StatusRow status={statuses[refund.status]} />
