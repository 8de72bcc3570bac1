import type { ReactNode } from 'react'
import type { Order } from '#client/index.ts'
import { cx } from '#web/ui/cx.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { t } from './messages.ts'

/** The bill of an order: its items, discount, tax and total. The currency is written once, at the total. */
export function ItemsTable({ order }: { order: Order }) {
  const { currency } = order
  const bare = (value: number) => <Amount bare currency={currency} value={value} />
  return (
    <table aria-label={t('detail.items')} className="w-full border-separate border-spacing-0 text-label">
      <thead>
        <tr className="text-caption text-muted">
          <th className="h-36 border-b border-line px-16 text-left font-regular" scope="col">
            {t('detail.item')}
          </th>
          <th className="h-36 border-b border-line px-16 text-right font-regular" scope="col">
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <Line amount={bare(item.amount)} key={item.id} name={<span className="font-strong">{item.label}</span>} />
        ))}
        {order.discountAmount > 0 && <Line amount={bare(-order.discountAmount)} name={t('detail.discount')} />}
        <Line amount={bare(order.taxAmount)} name={t('detail.tax')} quiet />
      </tbody>
      <tfoot>
        <Line amount={bare(order.totalAmount)} name={t('detail.totalIn', { currency: currency.toUpperCase() })} total />
        {order.refundedAmount > 0 && (
          <Line amount={bare(-order.refundedAmount - order.refundedTaxAmount)} name={t('detail.refunded')} quiet />
        )}
      </tfoot>
    </table>
  )
}

function Line({ name, amount, quiet = false, total = false }: { name: ReactNode; amount: ReactNode; quiet?: boolean; total?: boolean }) {
  const className = cx('px-16', total ? 'h-44 border-t border-line font-strong' : 'h-36', quiet && 'text-muted')
  return (
    <tr>
      <td className={className}>{name}</td>
      <td className={cx(className, 'text-right')}>{amount}</td>
    </tr>
  )
}
