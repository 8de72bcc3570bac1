import type { Order } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

/** A pending order that is not collected by itself any more shows why. */
const statuses: StatusTable<Order['status'] | 'exhausted' | 'voided'> = {
  pending: { tone: 'info', word: () => t('states.pending'), meaning: () => t('meanings.pending') },
  exhausted: { tone: 'bad', word: () => t('states.exhausted'), meaning: () => t('meanings.exhausted') },
  voided: { tone: 'ended', word: () => t('states.voided'), meaning: () => t('meanings.voided') },
  paid: { tone: 'good', word: () => t('states.paid'), meaning: () => t('meanings.paid') },
  refunded: { tone: 'ended', word: () => t('states.refunded'), meaning: () => t('meanings.refunded') },
  partially_refunded: { tone: 'neutral', word: () => t('states.partially_refunded'), meaning: () => t('meanings.partially_refunded') },
}

type ShownOrder = Pick<Order, 'status' | 'collectionStatus'>

/** The status of an order, for rows. */
export const OrderStatus = ({ order }: { order: ShownOrder }) => <StatusRow status={statuses[order.collectionStatus ?? order.status]} />

/** The status of an order, beside a title. */
export const OrderPill = ({ order }: { order: ShownOrder }) => <StatusTitle status={statuses[order.collectionStatus ?? order.status]} />
