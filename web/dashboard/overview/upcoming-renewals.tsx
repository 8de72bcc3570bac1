import { t } from '#web/parts/subscriptions/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { SubscriptionsCard } from '../subscriptions/subscriptions-card.tsx'

const maxShown = 5

/** The subscriptions that renew next, trials that end included; nothing where none does. */
export function UpcomingRenewals() {
  const { id: organizationId, slug } = useOrganization()
  const query = {
    organizationId,
    status: ['trialing', 'active'],
    cancelAtPeriodEnd: false,
    sorting: ['current_period_end'],
    limit: maxShown,
  } as const
  const all = `/dashboard/${slug}/subscriptions?status=trialing,active&ending=no&sort=current_period_end`
  return <SubscriptionsCard all={all} by="customer" query={query} slug={slug} title={t('links.upcoming')} />
}
