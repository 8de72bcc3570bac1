import { lazy, Suspense, useState } from 'react'
import type { Subscription } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CustomerAside } from '#web/parts/customers/aside.tsx'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { discountText } from '#web/parts/discounts/labels.ts'
import { SubscriptionAmount } from '#web/parts/subscriptions/amount.tsx'
import { subscriptionCommands, subscriptionOrdersHref } from '#web/parts/subscriptions/commands.tsx'
import { nextDate } from '#web/parts/subscriptions/course.ts'
import { t } from '#web/parts/subscriptions/messages.ts'
import { useDayText } from '#web/parts/subscriptions/next-date.tsx'
import { isActive, SubscriptionPill } from '#web/parts/subscriptions/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { type DetailPlace, resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { CycleIcon, PlayIcon, ReturnIcon, StopIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { AnswersCard } from '../answers-card.tsx'
import { OrdersCard } from '../orders/orders-card.tsx'
import { PricesCard } from '../products/prices-card.tsx'
import { CourseCard } from './course-card.tsx'
import type { SubscriptionDialogName } from './dialogs/subscription-dialog.tsx'
import { MethodCard } from './method-card.tsx'
import { useSubscriptionOrders, useSubscriptionTimeline } from './timeline.tsx'
import { UsageCard } from './usage-card.tsx'

const GrantsCard = lazy(() => import('../grants/grants-card.tsx'))
const SubscriptionDialog = lazy(() => import('./dialogs/subscription-dialog.tsx'))

const nextLabels = {
  renews: () => t('detail.nextPayment'),
  trialEnd: () => t('detail.trialEnd'),
  attempt: () => t('detail.attempt'),
  ends: () => t('detail.ends'),
  ended: () => t('detail.ended'),
}

/** One subscription: what happens next, its prices, its orders and its customer. */
export default resourceDetail({
  call: 'subscriptions',
  api: { path: '/v1/subscriptions/', scope: 'subscriptions:read' },
  list: '/subscriptions',
  title: () => t('title'),
  organizationOf: ({ customer }) => customer.organizationId,
  nameOf: ({ customer, product }) => `${nameOf(customer)}, ${product.name}`,
  status: (subscription) => <SubscriptionPill subscription={subscription} />,
  useActions: (subscription, { organization, go }) => {
    const [dialog, setDialog] = useState<SubscriptionDialogName>()
    const { customer, product, orders, checkout } = subscriptionCommands(subscription, { slug: organization.slug, go })
    const { change, keep, cancel, resume, revoke } = changeCommands(subscription, setDialog)
    return {
      secondary: resume ?? change,
      menu: [
        [...(resume && change ? [change] : []), keep, cancel, revoke].filter((one) => one !== undefined),
        [customer, product, orders, checkout],
      ],
      overlays: dialog !== undefined && (
        <Suspense>
          <SubscriptionDialog name={dialog} onClose={() => setDialog(undefined)} subscription={subscription} />
        </Suspense>
      ),
    }
  },
  useFigures: (subscription) => {
    const day = useDayText(subscription)
    const next = nextDate(subscription)
    const { startedAt, currentPeriodStart, currentPeriodEnd } = subscription
    return [
      [t('amount'), <SubscriptionAmount key="amount" subscription={subscription} wraps />],
      [
        t(isActive(subscription) || subscription.status === 'past_due' ? 'detail.period' : 'detail.lastPeriod'),
        t('detail.range', { from: day(currentPeriodStart), to: day(currentPeriodEnd) }),
      ],
      [next === null ? t('detail.nextPayment') : nextLabels[next.kind](), next === null ? t('detail.none') : day(next.at)],
      [
        t('detail.since'),
        startedAt === null ? t('detail.notStarted') : <Time as="day" at={startedAt} key="since" zone={subscription.billingTimezone} />,
      ],
    ]
  },
  main: (subscription, place) => (
    <>
      <CourseCard subscription={subscription} />
      <Suspense fallback={null}>
        <GrantsCard by="benefit" query={{ subscriptionId: subscription.id }} />
      </Suspense>
      <UsageCard slug={place.organization.slug} subscription={subscription} />
      <PricesCard product={subscription} />
      <Permitted needs="orders:read">
        <Orders place={place} subscription={subscription} />
      </Permitted>
      <AnswersCard data={subscription.customFieldData} />
    </>
  ),
  aside: (subscription, { organization }) => (
    <>
      <CustomerAside customer={subscription.customer} href={detailHref(organization.slug, 'customers', subscription.customerId)} />
      <Permitted needs="customers:read">
        <MethodCard customerId={subscription.customerId} />
      </Permitted>
      <Discount slug={organization.slug} subscription={subscription} />
    </>
  ),
  details: (subscription, { organization: { slug } }) => {
    const { customerId, productId, checkoutId, canceledAt, trialEnd, customerCancellationReason: reason } = subscription
    return [
      [t('detail.customerId'), { id: customerId, href: detailHref(slug, 'customers', customerId) }],
      [t('detail.productId'), { id: productId, href: detailHref(slug, 'products', productId) }],
      checkoutId !== null && [t('detail.checkoutId'), { id: checkoutId, href: detailHref(slug, 'checkouts', checkoutId) }],
      trialEnd !== null && [t('detail.trialEnd'), <Time as="day" at={trialEnd} key="trial" zone={subscription.billingTimezone} />],
      canceledAt !== null && [t('detail.canceledAt'), <Time as="exact" at={canceledAt} key="canceled" />],
      reason !== null && [t('detail.reason'), t(`reasons.${reason}`)],
      subscription.customerCancellationComment !== null && [t('detail.comment'), subscription.customerCancellationComment],
    ]
  },
  useTimeline: useSubscriptionTimeline,
  hasEvents: true,
})

/** The commands that change a subscription; undefined where its state does not allow one. */
function changeCommands(subscription: Subscription, open: (name: SubscriptionDialogName) => void) {
  const { cancelAtPeriodEnd, status, pendingUpdate } = subscription
  const isRunning = isActive(subscription)
  const command = (name: SubscriptionDialogName, icon: Command['icon']): Command => ({
    id: `subscription-${name}`,
    label: t(`actions.${name}`),
    icon,
    run: () => open(name),
    needs: 'subscriptions:write',
  })
  return {
    change: isRunning && !cancelAtPeriodEnd ? command('change', CycleIcon) : undefined,
    keep: pendingUpdate !== null && isRunning ? command('keep', ReturnIcon) : undefined,
    cancel: isRunning && !cancelAtPeriodEnd ? command('cancel', StopIcon) : undefined,
    resume: isRunning && cancelAtPeriodEnd ? command('resume', PlayIcon) : undefined,
    revoke: (isRunning && cancelAtPeriodEnd) || status === 'past_due' || status === 'unpaid' ? command('revoke', StopIcon) : undefined,
  }
}

function Orders({ subscription, place: { organization } }: { subscription: Subscription; place: DetailPlace }) {
  const query = useSubscriptionOrders(subscription)
  return (
    <OrdersCard
      all={{ label: t('detail.allOrders'), href: subscriptionOrdersHref(organization.slug, subscription.id) }}
      by="number"
      none={t('detail.noOrders')}
      query={query}
      slug={organization.slug}
      title={t('detail.orders')}
    />
  )
}

function Discount({ subscription: { discount }, slug }: { subscription: Subscription; slug: string }) {
  const { locale } = useLanguage()
  if (discount === null) return null
  return (
    <Card>
      <CardHead title={t('detail.discount')} />
      <CardBody underHead>
        <div className="grid gap-4 text-label">
          <Link href={detailHref(slug, 'discounts', discount.id)}>{discount.name}</Link>
          <p className="text-muted">{discountText(discount, locale)}</p>
        </div>
      </CardBody>
    </Card>
  )
}
