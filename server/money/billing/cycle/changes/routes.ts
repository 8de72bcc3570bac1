import { subscriptionRefusals } from '#money/billing/subscriptions/index.ts'
import { subscription, toSubscriptionWire } from '#money/billing/subscriptions/wire.ts'
import { taxRefusals } from '#money/taxes/model.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { revokeSubscription } from '../actions/revoke-subscriptions.ts'
import { billingRefusals } from '../refusals.ts'
import { previewChange } from './actions/preview-change.ts'
import { updateSubscription } from './actions/update-subscription.ts'
import { subscriptionPreview, subscriptionPreviewRequest, subscriptionUpdate, toPreviewWire } from './wire.ts'

const { ResourceNotFound, AlreadyCanceledSubscription, SubscriptionLocked, SubscriptionChangeDropped, BadRequest, ResourceUnavailable } =
  subscriptionRefusals

export const routes: readonly Route[] = [
  route({
    method: 'PATCH',
    path: '/v1/subscriptions/{id}',
    name: 'subscriptions:update',
    summary: 'Changes the product or the discount of a subscription, cancels it for the end of its period, takes that back, or revokes it.',
    access: 'scope:subscriptions:write',
    impersonation: 'allowed',
    params: idParams,
    body: subscriptionUpdate,
    answer: subscription,
    transaction: 'own',
    limit: { none: 'A subscription has one pending change, and at most 100 items that wait for its renewal.' },
    refusals: [
      ResourceNotFound,
      AlreadyCanceledSubscription,
      billingRefusals.PaymentFailed,
      SubscriptionLocked,
      SubscriptionChangeDropped,
      BadRequest,
      ResourceUnavailable,
      taxRefusals.TaxUnavailable,
    ],
    handle: ({ tenantScope: { tenants }, params, ...call }) => updateSubscription({ ...call, tenants, id: params.id, isByCustomer: false }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/subscriptions/{id}',
    name: 'subscriptions:revoke',
    summary: 'Ends a subscription at once. Nothing is refunded by itself.',
    access: 'scope:subscriptions:write',
    impersonation: 'allowed',
    params: idParams,
    answer: subscription,
    refusals: [ResourceNotFound, AlreadyCanceledSubscription, taxRefusals.TaxUnavailable],
    handle: async ({ tenantScope: { tenants }, params, tx, ...call }) => {
      const full = await revokeSubscription(tx, call, { tenants, id: params.id, note: {} })
      return toSubscriptionWire(full, call.platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/subscriptions/{id}/preview',
    name: 'subscriptions:preview',
    summary: 'Returns what a change of the product or the discount would do and bill at once, and the next renewal. Nothing is changed.',
    access: 'scope:subscriptions:read',
    impersonation: 'allowed',
    params: idParams,
    body: subscriptionPreviewRequest,
    answer: subscriptionPreview,
    transaction: 'none',
    addition: true,
    refusals: [ResourceNotFound, AlreadyCanceledSubscription, SubscriptionLocked, taxRefusals.TaxUnavailable],
    handle: async ({ db, platform, tenantScope: { tenants }, params, body }) =>
      toPreviewWire(await previewChange(db, platform, { tenants, id: params.id, body, isByCustomer: false })),
  }),
]
