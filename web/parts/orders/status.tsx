import type { Order } from '#client/index.ts'
import { Status, StatusPill, type StatusTone } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

const tones: Record<Order['status'], StatusTone> = { pending: 'info', paid: 'good', refunded: 'ended', partially_refunded: 'neutral' }

/** The status of an order, for rows. */
export function OrderStatus({ order }: { order: Pick<Order, 'status'> }) {
  return <Status tone={tones[order.status]}>{t(`states.${order.status}`)}</Status>
}

/** The status of an order, beside a title. */
export function OrderPill({ order }: { order: Pick<Order, 'status'> }) {
  return <StatusPill tone={tones[order.status]}>{t(`states.${order.status}`)}</StatusPill>
}
