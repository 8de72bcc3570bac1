import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { CheckIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { StatusPill } from '#web/ui/text/status.tsx'
import type { Subscription } from '../api.ts'
import { daysIn, hasEnded, isActive, nextText, priceText, subscriptionStatus } from '../labels.ts'
import { OrderRows } from '../orders/rows.tsx'
import { Fault, Page } from '../page.tsx'
import { isOverdue, Overdue } from '../payments/overdue.tsx'
import { hrefOf } from '../place.ts'
import { tPurchase } from '../purchase-messages.ts'
import { Loaded, useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { useRun } from '../use-run.ts'
import { SubscriptionUsage } from './usage.tsx'

const ChangePlan = lazy(() => import('./change-plan.tsx'))
const CancelDialog = lazy(() => import('./cancel-dialog.tsx'))

/** One subscription: what happens next, what is in it, what was used and billed, and what the customer may change. */
export default function SubscriptionDetail({ id }: { id: string }) {
  const { api } = usePortal()
  const read = useRead(`subscription:${id}`, () => api.subscription(id))
  const status = read.data && subscriptionStatus(read.data)
  return (
    <Page
      back={{ path: '/subscriptions', label: tPurchase('subscriptions.title') }}
      beside={status && <StatusPill tone={status.tone}>{status.word}</StatusPill>}
      title={read.data?.product.name ?? tPurchase('subscription.title')}
    >
      <Loaded read={read}>{(subscription) => <Content subscription={subscription} />}</Loaded>
    </Page>
  )
}

function Content({ subscription }: { subscription: Subscription }) {
  const { locale } = useLanguage()
  const { api } = usePortal()
  const { id, product, meters, currentPeriodStart: start, currentPeriodEnd: end } = subscription
  const orders = useRead(`orders:of:${id}`, () => api.orders({ subscriptionId: id, limit: 12 }))
  const { day, shortDay } = daysIn(subscription.billingTimezone, locale)
  return (
    <>
      {isOverdue(subscription) && <Overdue subscription={subscription} />}
      <PendingChange subscription={subscription} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-24 desk:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
          <Card>
            <CardBody>
              {!isOverdue(subscription) && <p className="break-words">{nextText(subscription, locale)}</p>}
              <Actions subscription={subscription} />
            </CardBody>
          </Card>
          {meters.length > 0 && (
            <Card>
              <CardHead title={tPurchase('usage.title')} />
              <CardBody underHead>
                <SubscriptionUsage subscription={subscription} />
              </CardBody>
            </Card>
          )}
          {orders.data !== null && orders.data.items.length > 0 && (
            <Card>
              <CardHead lined title={tPurchase('orders.title')} />
              <OrderRows orders={orders.data.items} />
            </Card>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
          <Card>
            <CardHead title={tPurchase('subscription.details')} />
            <CardBody underHead>
              <DescriptionList
                items={[
                  [tPurchase('subscription.price'), priceText(subscription, locale)],
                  !hasEnded(subscription) && [
                    tPurchase('subscription.period'),
                    tPurchase('subscription.fromTo', { from: shortDay(start), to: shortDay(end) }),
                  ],
                  subscription.trialEnd !== null &&
                    isActive(subscription) && [tPurchase('subscription.trialEnd'), day(subscription.trialEnd)],
                  subscription.startedAt !== null && [tPurchase('subscription.started'), day(subscription.startedAt)],
                  subscription.endedAt !== null && [tPurchase('subscription.ended'), day(subscription.endedAt)],
                ]}
              />
            </CardBody>
          </Card>
          {(product.description !== null || product.benefits.length > 0) && (
            <Card>
              <CardHead title={tPurchase('subscription.included')} />
              <CardBody underHead>
                {product.description !== null && (
                  <p className="text-label break-words whitespace-pre-line text-muted">{product.description}</p>
                )}
                {product.benefits.length > 0 && (
                  <ul className="grid gap-8 text-label">
                    {product.benefits.map((benefit) => (
                      <li className="flex items-start gap-8" key={benefit.id}>
                        <CheckIcon className="mt-2 flex-none text-muted" />
                        <span className="min-w-0 break-words">{benefit.description}</span>
                      </li>
                    ))}
                  </ul>
                )}
                <a className={`${linkClass} text-label`} href={hrefOf('/benefits')}>
                  {tPurchase('subscription.toBenefits')}
                </a>
              </CardBody>
            </Card>
          )}
        </div>
      </div>
    </>
  )
}

/** A change that waits for the end of the period, and how it is taken back. */
function PendingChange({ subscription }: { subscription: Subscription }) {
  const { locale } = useLanguage()
  const { shop, api } = usePortal()
  const { busy, fault, run } = useRun()
  const { pendingUpdate: pending, id, productId, product } = subscription
  if (pending === null || pending.productId === null) return null
  const name = shop.products.find((each) => each.id === pending.productId)?.name
  const keep = async () => {
    if (await run('keep', () => api.updateSubscription(id, { productId }))) toast(tPurchase('change.unchanged', { product: product.name }))
  }
  return (
    <>
      <Banner
        action={
          <Button busy={busy !== null} onClick={() => void keep()}>
            {tPurchase('change.keep')}
          </Button>
        }
        tone="info"
      >
        {tPurchase('change.pending', { product: name ?? '–', date: daysIn(subscription.billingTimezone, locale).day(pending.appliesAt) })}
      </Banner>
      <Fault text={fault} />
    </>
  )
}

/** The actions that the customer may take: another plan where the merchant allows it, the cancellation, and taking it back. */
function Actions({ subscription }: { subscription: Subscription }) {
  const { shop, api, customer } = usePortal()
  const [dialog, setDialog] = useState<'change' | 'cancel' | null>(null)
  const { busy, fault, run } = useRun()
  const { id, cancelAtPeriodEnd } = subscription
  if (hasEnded(subscription)) return null
  const isChangeable =
    customer !== null && isActive(subscription) && !cancelAtPeriodEnd && shop.organization.subscriptionSettings.allowCustomerUpdates
  const resume = async () => {
    if (await run('resume', () => api.updateSubscription(id, { cancelAtPeriodEnd: false }))) toast(tPurchase('cancel.resumed'))
  }
  return (
    <>
      <div className="flex flex-wrap gap-8">
        {isChangeable && (
          <Button onClick={() => setDialog('change')} variant="primary">
            {tPurchase('change.action')}
          </Button>
        )}
        {cancelAtPeriodEnd ? (
          <Button busy={busy === 'resume'} onClick={() => void resume()} variant="primary">
            {tPurchase('cancel.resume')}
          </Button>
        ) : (
          <Button onClick={() => setDialog('cancel')}>{tPurchase('cancel.action')}</Button>
        )}
      </div>
      <Fault text={fault} />
      <Suspense fallback={null}>
        {dialog === 'change' && <ChangePlan onClose={() => setDialog(null)} subscription={subscription} />}
        {dialog === 'cancel' && <CancelDialog onClose={() => setDialog(null)} subscription={subscription} />}
      </Suspense>
    </>
  )
}
