import type { Subscription } from '#client/index.ts'
import { CustomerName } from '../customers/identity.tsx'
import { detailHref } from '../detail-href.ts'
import { SubscriptionAmount } from './amount.tsx'
import { t } from './messages.ts'
import { NextDate } from './next-date.tsx'
import { SubscriptionStatus } from './status.tsx'

/** A few subscriptions in a card, without a visible header. `by` selects what names each: its customer with its product, or its product. */
export function SubscriptionRows(props: { subscriptions: readonly Subscription[]; slug: string; by: 'customer' | 'product' }) {
  const cell = 'h-44 px-12 whitespace-nowrap border-line not-group-last/row:border-b first:pl-16 last:pr-16 group-hover/row:bg-hover'
  const isByCustomer = props.by === 'customer'
  return (
    <table aria-label={t('title')} className="w-full border-separate border-spacing-0 text-label">
      <thead className="sr-only">
        <tr>
          <th>{t(props.by)}</th>
          {isByCustomer && <th>{t('product')}</th>}
          <th>{t('status')}</th>
          <th>{t('amount')}</th>
          <th>{t('renews')}</th>
        </tr>
      </thead>
      <tbody>
        {props.subscriptions.map((subscription) => (
          <tr className="group/row relative" key={subscription.id}>
            <td className={`${cell} w-full max-w-0`}>
              <a
                className="block truncate font-strong outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                href={detailHref(props.slug, 'subscriptions', subscription.id)}
              >
                {isByCustomer ? <CustomerName customer={subscription.customer} /> : subscription.product.name}
              </a>
            </td>
            {isByCustomer && (
              <td className={`${cell} max-w-200 text-muted max-wide:hidden`}>
                <span className="block truncate">{subscription.product.name}</span>
              </td>
            )}
            <td className={`${cell} max-wide:hidden`}>
              <SubscriptionStatus subscription={subscription} />
            </td>
            <td className={`${cell} text-right max-wide:hidden`}>
              <SubscriptionAmount subscription={subscription} />
            </td>
            <td className={`${cell} text-right text-muted`}>
              <NextDate subscription={subscription} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
