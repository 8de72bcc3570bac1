import { useQuery } from '@tanstack/react-query'
import type { Order, Subscription } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t as orderText } from '#web/parts/orders/messages.ts'
import { t } from '#web/parts/subscriptions/messages.ts'
import type { HistoryEntry } from '#web/shell/detail/history.ts'
import type { DetailPlace } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { CheckIcon, ClockIcon, PlayIcon, ReceiptIcon, StopIcon, WarningIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'

const mostOrders = 100

/** The orders of a subscription, newest first, as a query: the card and the timeline show them. */
export const useSubscriptionOrders = ({ id, customer }: Subscription) =>
  useQuery(apiQuery('orders', 'list', { organizationId: customer.organizationId, subscriptionId: id, limit: mostOrders }))

/** The course of a subscription, as far as the API knows it. */
export function useSubscriptionTimeline(subscription: Subscription, place: DetailPlace): readonly HistoryEntry[] {
  const { locale } = useLanguage()
  const orders = useSubscriptionOrders(subscription).data?.items ?? []
  return [...turnsOf(subscription), ...orders.map((order) => orderEntry(order, { locale, slug: place.organization.slug }))]
}

function orderEntry(order: Order, { locale, slug }: { locale: string; slug: string }): HistoryEntry {
  const amount = formatMoney(locale, order.totalAmount, order.currency)
  return {
    id: order.id,
    kind: 'payment',
    ...(order.paid ? { icon: CheckIcon, tone: 'good' as const } : { icon: ReceiptIcon }),
    title: t(order.paid ? 'timeline.paid' : 'timeline.placed', { amount }),
    text: <Link href={detailHref(slug, 'orders', order.id)}>{`${order.number} · ${orderText(`types.${order.billingReason}`)}`}</Link>,
    at: order.createdAt,
  }
}

/** Its own turns, by its times. */
function turnsOf(one: Subscription): readonly HistoryEntry[] {
  const entry = (id: string, at: string | null, rest: Pick<HistoryEntry, 'icon' | 'title' | 'text' | 'tone'>): readonly HistoryEntry[] =>
    at === null ? [] : [{ id, kind: 'change', at, ...rest }]
  const reason = one.customerCancellationReason
  const isTrialOver = one.status !== 'trialing' && one.trialEnd !== null && (one.endedAt === null || one.endedAt > one.trialEnd)
  return [
    ...entry('ended', one.endedAt, { icon: StopIcon, title: t('timeline.ended') }),
    ...entry('past-due', one.pastDueAt, { icon: WarningIcon, tone: 'bad', title: t('timeline.pastDue') }),
    ...entry('canceled', one.canceledAt, {
      icon: StopIcon,
      title: t('timeline.canceled'),
      ...(reason !== null && { text: t(`reasons.${reason}`) }),
    }),
    ...entry('trial-end', isTrialOver ? one.trialEnd : null, { icon: ClockIcon, title: t('timeline.trialEnded') }),
    ...entry('started', one.startedAt, {
      icon: PlayIcon,
      title: t(one.trialStart === null ? 'timeline.started' : 'timeline.trialStarted'),
    }),
  ]
}
