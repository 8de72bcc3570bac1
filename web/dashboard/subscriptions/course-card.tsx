import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { courseOf } from '#web/parts/subscriptions/course.ts'
import { t } from '#web/parts/subscriptions/messages.ts'
import { useDayText } from '#web/parts/subscriptions/next-date.tsx'
import { isActive } from '#web/parts/subscriptions/status.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { RenewalBill } from './change-preview.tsx'

/** The next steps of a subscription, and what its next renewal bills. */
export function CourseCard({ subscription }: { subscription: Subscription }) {
  const { locale } = useLanguage()
  const day = useDayText(subscription)
  const settings = useQuery(apiQuery('organizations', 'get', subscription.customer.organizationId)).data?.subscriptionSettings
  const rules = settings && { graceDays: settings.benefitRevocationGracePeriod, final: settings.dunningFinal }
  const next = subscription.pendingUpdate
  const product = useQuery({ ...apiQuery('products', 'get', next?.productId ?? ''), enabled: typeof next?.productId === 'string' }).data
  const isRenewed = isActive(subscription) && !subscription.cancelAtPeriodEnd
  // Its own key: a revoked subscription has no preview, so a change of subscriptions must not reload the one that is shown until then.
  const preview = useQuery({
    ...apiQuery('subscriptions', 'preview', { id: subscription.id }),
    queryKey: ['renewal', subscription.id, subscription.modifiedAt],
    enabled: isRenewed,
  }).data
  return (
    <Card>
      <CardHead title={t('detail.next')} />
      <CardBody underHead>
        <div className="grid max-w-reading gap-4 text-label">
          {courseOf(subscription, { locale, day, rules }).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {next !== null && product !== undefined && <p>{t('course.change', { product: product.name, date: day(next.appliesAt) })}</p>}
          {isRenewed && preview !== undefined && (
            <div className="py-12">
              <RenewalBill renewal={preview.nextRenewal} subscription={subscription} />
            </div>
          )}
          {subscription.isTest && <p className="text-muted">{t('detail.test')}</p>}
        </div>
      </CardBody>
    </Card>
  )
}
