import { useQuery } from '@tanstack/react-query'
import type { Operations } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/subscriptions/messages.ts'
import { SubscriptionRows } from '#web/parts/subscriptions/subscription-rows.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { RightIcon } from '#web/ui/icons/index.ts'

const maxShown = 10

/** Some subscriptions with a link to the list of all; nothing while there are none. `by` selects what names each of them. */
export function SubscriptionsCard(props: {
  query: Operations['subscriptions:list']['query']
  by: 'customer' | 'product'
  slug: string
  all: string
  title?: string
}) {
  const found = useQuery(apiQuery('subscriptions', 'list', { limit: maxShown, ...props.query })).data?.items ?? []
  if (found.length === 0) return null
  return (
    <Card>
      <CardHead lined title={props.title ?? t('title')}>
        <a className={buttonClass({ variant: 'quiet' })} href={props.all}>
          {t('links.all')}
          <RightIcon className="-mr-2 opacity-85" />
        </a>
      </CardHead>
      <SubscriptionRows by={props.by} slug={props.slug} subscriptions={found} />
    </Card>
  )
}
