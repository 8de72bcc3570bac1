import { lazy, Suspense } from 'react'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { BoxIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import type { Subscription } from '../api.ts'
import { hasEnded, nextText, subscriptionStatus } from '../labels.ts'
import { t } from '../messages.ts'
import { OrderRows } from '../orders/rows.tsx'
import { Page } from '../page.tsx'
import { hrefOf } from '../place.ts'
import { Loaded, useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { SubscriptionUsage } from '../subscriptions/usage.tsx'
import { Attention } from './attention.tsx'
import { NextCharge } from './next-charge.tsx'

// Beside what the customer came for.
const GrantsCard = lazy(() => import('./grants-card.tsx'))

const ORDERS_SHOWN = 4

/** Shows what is active, what is charged next, and what needs the customer. */
export default function Overview() {
  const { shop, api, customer } = usePortal()
  const merchant = shop.organization.name
  const subscriptions = useRead('subscriptions', () => api.subscriptions({ limit: 100 }))
  const orders = useRead('orders:first', () => api.orders({ limit: ORDERS_SHOWN }))
  const name = customer?.name?.trim()
  return (
    <Page lead={t('overview.lead', { merchant })} title={name ? t('overview.hello', { name }) : t('overview.helloPlain')}>
      {customer === null && <Banner tone="info">{t('overview.limited')}</Banner>}
      <Loaded read={subscriptions}>
        {({ items }) => {
          const current = items.filter((each) => !hasEnded(each))
          if (current.length === 0 && orders.data?.items.length === 0)
            return <Empty icon={BoxIcon} text={t('overview.nothingText', { merchant })} title={t('overview.nothing')} />
          return (
            <>
              <Attention subscriptions={current} />
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-24 desk:grid-cols-[minmax(0,1fr)_320px] desk:grid-rows-[auto_1fr]">
                <div className="grid grid-cols-[minmax(0,1fr)] gap-24 empty:hidden">
                  {current.map((each) => (
                    <SubscriptionCard key={each.id} subscription={each} />
                  ))}
                </div>
                {customer !== null && (
                  <div className="grid grid-cols-[minmax(0,1fr)] gap-24 desk:col-start-2 desk:row-span-2 desk:row-start-1">
                    <NextCharge subscriptions={current} />
                    <Suspense fallback={null}>
                      <GrantsCard />
                    </Suspense>
                  </div>
                )}
                {orders.data !== null && orders.data.items.length > 0 && (
                  <Card>
                    <CardHead lined title={t('nav.orders')}>
                      <a className="rounded-key px-8 text-muted hover:text-text" href={hrefOf('/orders')}>
                        {t('overview.all')} <span className="tabular-nums">{orders.data.pagination.totalCount}</span>
                      </a>
                    </CardHead>
                    <OrderRows orders={orders.data.items} />
                  </Card>
                )}
              </div>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { locale } = useLanguage()
  const status = subscriptionStatus(subscription)
  return (
    <Card label={subscription.product.name}>
      <CardBody>
        <div className="flex flex-wrap items-start justify-between gap-12">
          <div className="grid min-w-0 flex-1 basis-240 gap-4">
            <div className="flex flex-wrap items-center gap-x-12 gap-y-4">
              <h2 className="min-w-0 text-lead font-strong tracking-heading break-words">{subscription.product.name}</h2>
              <StatusPill tone={status.tone}>{status.word}</StatusPill>
            </div>
            <p className="text-label text-muted">{nextText(subscription, locale)}</p>
          </div>
          <a
            aria-label={`${t('overview.openSubscription')}: ${subscription.product.name}`}
            className={`${buttonClass()} max-wide:w-full`}
            href={hrefOf(`/subscriptions/${subscription.id}`)}
          >
            {t('overview.openSubscription')}
          </a>
        </div>
        {subscription.meters.length > 0 && <SubscriptionUsage subscription={subscription} />}
      </CardBody>
    </Card>
  )
}
