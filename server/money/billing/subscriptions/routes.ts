import { listCustomFieldSlugs } from '#merchant/catalogue/custom-fields/index.ts'
import type { Route } from '#platform/http/route.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { subscriptionList } from './reads.ts'
import { subscriptionRefusals } from './refusals.ts'
import { subscription, toSubscriptionWire } from './wire.ts'

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/subscriptions/',
    name: 'subscriptions',
    nouns: ['subscriptions', 'a subscription'],
    scope: 'subscriptions:read',
    list: subscriptionList,
    schema: subscription,
    toWire: toSubscriptionWire,
    notFound: subscriptionRefusals.ResourceNotFound,
    customFields: listCustomFieldSlugs,
  }),
]
