import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import type { Order, PaymentStatus, Subscription } from '../api.ts'
import { daysIn } from '../labels.ts'
import { useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { t } from './messages.ts'
import { reasonOf } from './reason.ts'

const PayDialog = lazy(() => import('./pay.tsx'))

/** Whether a payment of a subscription is overdue. */
export const isOverdue = ({ status }: Pick<Subscription, 'status'>): boolean => status === 'past_due' || status === 'unpaid'

/** An overdue subscription: why, what happens next and when, and the button that pays it. */
export function Overdue({ subscription }: { subscription: Subscription }) {
  const { api, customer } = usePortal()
  const { id, product } = subscription
  const orders = useRead(`orders:of:${id}`, () => api.orders({ subscriptionId: id, limit: 12 }))
  const order = orders.data?.items.find((each) => each.status === 'pending' && each.dueAmount > 0)
  if (order !== undefined && customer !== null) return <OverdueOrder order={order} subscription={subscription} />
  return <Notice subscription={subscription} title={t('titlePlain', { product: product.name })} />
}

function OverdueOrder({ order, subscription }: { order: Order; subscription: Subscription }) {
  const { locale } = useLanguage()
  const { api } = usePortal()
  const [isPaying, setPaying] = useState(false)
  const { data: payment } = useRead(`payment:${order.id}`, () => api.paymentStatus(order.id))
  const amount = formatMoney(locale, order.dueAmount, order.currency)
  return (
    <>
      <Notice
        action={
          payment?.status !== 'processing' && (
            <Button onClick={() => setPaying(true)} variant="primary">
              {payment?.status === 'requires_action' ? t('approve') : t('action', { amount })}
            </Button>
          )
        }
        payment={payment}
        subscription={subscription}
        title={t('title', { amount, product: subscription.product.name })}
      />
      <Suspense fallback={null}>{isPaying && <PayDialog onClose={() => setPaying(false)} order={order} payment={payment} />}</Suspense>
    </>
  )
}

function Notice(props: { title: string; subscription: Subscription; payment?: PaymentStatus | null; action?: ReactNode }) {
  const { title, subscription, payment = null, action } = props
  const reason = payment && reasonOf(payment)
  return (
    <Banner tone="bad">
      <div className="flex flex-wrap items-center justify-between gap-x-16 gap-y-12">
        <div className="grid min-w-0 flex-1 basis-240 gap-4 break-words">
          <p>
            <b className="font-strong text-text">{title}</b> {reason}
          </p>
          <p className="text-text">{payment?.status === 'processing' ? t('processing') : <Consequences subscription={subscription} />}</p>
        </div>
        {action && <span className="max-wide:w-full max-wide:*:w-full">{action}</span>}
      </div>
    </Banner>
  )
}

/** The consequences of no further payment, and when they come. */
function Consequences({ subscription }: { subscription: Subscription }) {
  const { locale } = useLanguage()
  const { shop } = usePortal()
  const { status, nextPaymentAttemptAt: next, accessEndsAt, collectionEndsAt } = subscription
  if (status === 'unpaid') return t('unpaid')
  const days = daysIn(subscription.billingTimezone, locale)
  const day = (at: string) => ({ date: days.day(at) })
  const isLast = shop.organization.subscriptionSettings.dunningFinal === 'canceled'
  const sentences = [
    next === null ? t('last') : t('next', day(next)),
    accessEndsAt !== null && (Date.parse(accessEndsAt) > Date.now() ? t('accessUntil', day(accessEndsAt)) : t('accessLost')),
    collectionEndsAt !== null && t(isLast ? 'ends' : 'suspends', day(collectionEndsAt)),
  ]
  return sentences.filter(Boolean).join(' ')
}
