import type { Order } from '#client/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { CustomerName } from '../customers/identity.tsx'
import { detailHref } from '../detail-href.ts'
import { t } from './messages.ts'
import { OrderStatus } from './status.tsx'

/** The name of an order: its customer, its product, both, or its number with its type. */
type OrderName = 'customer' | 'product' | 'both' | 'number'

const heads: Readonly<Record<OrderName, readonly [() => string, (() => string)?]>> = {
  customer: [() => t('customer')],
  product: [() => t('product')],
  both: [() => t('customer'), () => t('product')],
  number: [() => t('number'), () => t('detail.type')],
}

/** A few orders in a card, without a visible header, sorting or menus. `by` selects what names each order. */
export function OrderRows({ orders, slug, by }: { orders: readonly Order[]; slug: string; by: OrderName }) {
  const [first, second] = heads[by]
  const cell = 'h-44 px-12 whitespace-nowrap border-line not-group-last/row:border-b first:pl-16 last:pr-16 group-hover/row:bg-hover'
  return (
    <table aria-label={t('title')} className="w-full border-separate border-spacing-0 text-label">
      <thead className="sr-only">
        <tr>
          <th>{first()}</th>
          {second !== undefined && <th>{second()}</th>}
          <th>{t('status')}</th>
          <th>{t('amount')}</th>
          <th>{t('placed')}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr className="group/row relative" key={order.id}>
            <td className={`${cell} w-full max-w-0`}>
              <a
                className="block truncate font-strong outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                href={detailHref(slug, 'orders', order.id)}
              >
                <Name by={by} order={order} />
              </a>
            </td>
            {second !== undefined && (
              <td className={`${cell} text-muted max-w-200 max-wide:hidden`}>
                <span className="block truncate">{by === 'number' ? t(`types.${order.billingReason}`) : order.product.name}</span>
              </td>
            )}
            <td className={cell}>
              <OrderStatus order={order} />
            </td>
            <td className={`${cell} text-right max-wide:pr-16`}>
              <Amount currency={order.currency} value={order.totalAmount} />
            </td>
            <td className={`${cell} text-right text-muted max-wide:hidden`}>
              <Time at={order.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Name({ by, order }: { by: OrderName; order: Order }) {
  if (by === 'product') return order.product.name
  return by === 'number' ? <span translate="no">{order.number}</span> : <CustomerName customer={order.customer} />
}
