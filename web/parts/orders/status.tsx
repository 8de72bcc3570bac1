import type { Order } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

const statuses: StatusTable<Order['status']> = {
  pending: { tone: 'info', word: () => t('states.pending'), meaning: () => t('meanings.pending') },
  paid: { tone: 'good', word: () => t('states.paid'), meaning: () => t('meanings.paid') },
  refunded: { tone: 'ended', word: () => t('states.refunded'), meaning: () => t('meanings.refunded') },
  partially_refunded: { tone: 'neutral', word: () => t('states.partially_refunded'), meaning: () => t('meanings.partially_refunded') },
}

/** The status of an order, for rows. */
export const OrderStatus = ({ order }: { order: Pick<Order, 'status'> }) => <StatusRow status={statuses[order.status]} />

/** The status of an order, beside a title. */
export const OrderPill = ({ order }: { order: Pick<Order, 'status'> }) => <StatusTitle status={statuses[order.status]} />
