import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/customers/messages.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import type { HistoryEntry } from '#web/shell/detail/history.ts'
import type { DetailPlace } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { CheckIcon, ReturnIcon, UserIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'

/** Orders that are read to sum up the payments of a customer. */
export const mostOrders = 100

/** The latest orders of a customer. */
export const useOrders = (customer: Customer, { organization }: DetailPlace) =>
  useQuery(apiQuery('orders', 'list', { organizationId: organization.id, customerId: customer.id, limit: mostOrders }))

const useRefunds = (customer: Customer, { organization }: DetailPlace) =>
  useQuery(apiQuery('refunds', 'list', { organizationId: organization.id, customerId: customer.id, limit: mostOrders }))

/** The payments of the customer, and what was returned. */
export function useCustomerTimeline(customer: Customer, place: DetailPlace): readonly HistoryEntry[] {
  const { locale } = useLanguage()
  const { slug } = place.organization
  const paid = useOrders(customer, place).data?.items.filter((order) => order.paid) ?? []
  const refunds = useRefunds(customer, place).data?.items.filter(({ status }) => status === 'succeeded') ?? []
  return [
    ...refunds.map((refund) => ({
      id: refund.id,
      kind: 'payment' as const,
      icon: ReturnIcon,
      title: t('detail.refundedEvent', { amount: formatMoney(locale, refund.totalAmount, refund.currency) }),
      text: <Link href={detailHref(slug, 'orders', refund.orderId)}>{t('detail.order')}</Link>,
      at: refund.modifiedAt ?? refund.createdAt,
    })),
    ...paid.map((order) => ({
      id: order.id,
      kind: 'payment' as const,
      icon: CheckIcon,
      tone: 'good' as const,
      title: t('detail.paidEvent', { amount: formatMoney(locale, order.totalAmount, order.currency) }),
      text: <Link href={detailHref(slug, 'orders', order.id)}>{`${order.number} · ${order.product.name}`}</Link>,
      at: order.createdAt,
    })),
    {
      id: 'created',
      kind: 'change',
      action: 'customer.created',
      icon: UserIcon,
      title: t('detail.createdEvent'),
      at: customer.createdAt,
    },
  ]
}
