import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { Status } from '#web/ui/text/status.tsx'
import type { Order } from '../api.ts'
import { daysIn, orderStatus } from '../labels.ts'
import { hrefOf } from '../place.ts'
import { tPurchase } from '../purchase-messages.ts'
import { usePortal } from '../state.tsx'

const cell = 'h-44 py-8 pr-16 whitespace-nowrap border-line not-group-last/row:border-b first:pl-16 group-hover/row:bg-hover'

/** Orders in a card: the date leads to the order. */
export function OrderRows({ orders }: { orders: readonly Order[] }) {
  const { locale } = useLanguage()
  const { shortDay } = daysIn(usePortal().shop.organization.billingTimezone, locale)
  return (
    <table aria-label={tPurchase('orders.title')} className="w-full border-separate border-spacing-0 text-label">
      <thead className="sr-only">
        <tr>
          <th scope="col">{tPurchase('orders.date')}</th>
          <th scope="col">{tPurchase('orders.product')}</th>
          <th scope="col">{tPurchase('orders.status')}</th>
          <th scope="col">{tPurchase('orders.total')}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => {
          const status = orderStatus(order)
          return (
            <tr className="group/row relative" key={order.id}>
              <td className={`${cell} max-wide:w-full max-wide:max-w-0`}>
                <a
                  className="font-strong outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                  href={hrefOf(`/orders/${order.id}`)}
                >
                  {shortDay(order.createdAt)}
                </a>
                <span className="block truncate text-caption text-muted wide:hidden">{order.description}</span>
              </td>
              <td className={`${cell} w-full max-w-0 text-muted max-wide:hidden`}>
                <span className="block truncate">{order.description}</span>
              </td>
              <td className={`${cell} max-wide:hidden`}>
                <Status tone={status.tone}>{status.word}</Status>
              </td>
              <td className={`${cell} text-right tabular-nums`}>
                {formatMoney(locale, order.totalAmount, order.currency)}
                <span className="flex justify-end text-caption wide:hidden">
                  <Status tone={status.tone}>{status.word}</Status>
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
