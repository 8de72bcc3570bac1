import { toPublicOrganizationWire } from '#merchant/merchants/wire.ts'
import { billingRefusals, previewChange, subscriptionPreview, toPreviewWire } from '#money/billing/cycle/index.ts'
import { subscriptionRefusals } from '#money/billing/subscriptions/index.ts'
import { toSubscriptionWire } from '#money/billing/subscriptions/wire.ts'
import { taxRefusals } from '#money/taxes/model.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource } from '#platform/http/wire-parts.ts'
import { readMerchant } from '../reads.ts'
import { portalRefusals } from '../refusals.ts'
import { WHOLE_DESCRIPTION } from '../wire.ts'
import { changeOwnSubscription } from './actions/change-own-subscription.ts'
import { findCustomerSubscription, listCustomerSubscriptions, refuseTarget } from './reads.ts'
import {
  customerSubscription,
  customerSubscriptionPreviewRequest,
  customerSubscriptionQuery,
  customerSubscriptionUpdate,
  toCustomerSubscriptionWire,
  toOwnChange,
} from './wire.ts'

const { ResourceNotFound, NotPermitted } = portalRefusals
const {
  AlreadyCanceledSubscription,
  SubscriptionLocked,
  SubscriptionDisputed,
  SubscriptionChangeDropped,
  BadRequest,
  ResourceUnavailable,
} = subscriptionRefusals

const reads: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customer-portal/subscriptions/',
    name: 'customer_portal:subscriptions:list',
    summary: 'Lists the subscriptions of the customer.',
    access: 'buyer',
    query: customerSubscriptionQuery,
    answer: listResource('CustomerSubscription', customerSubscription),
    handle: ({ db, platform, caller, query }) => listCustomerSubscriptions(db, platform, { caller, query }),
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/subscriptions/{id}',
    name: 'customer_portal:subscriptions:get',
    summary: 'Gets a subscription of the customer by id.',
    access: 'buyer',
    params: idParams,
    answer: customerSubscription,
    refusals: [ResourceNotFound],
    handle: async ({ db, platform, caller, params: { id } }) => {
      const full = await findCustomerSubscription(db, platform, { caller, id })
      const organization = toPublicOrganizationWire(await readMerchant(db, caller.organizationId))
      const wire = toSubscriptionWire(full, platform.settings.BASE_URL)
      const { isLimited } = caller
      return toCustomerSubscriptionWire(wire, { organization, descriptionMaximum: WHOLE_DESCRIPTION, isLimited })
    },
  }),
]

const changes: readonly Route[] = [
  route({
    method: 'PATCH',
    path: '/v1/customer-portal/subscriptions/{id}',
    name: 'customer_portal:subscriptions:update',
    summary:
      'Changes the product of a subscription where the organization allows it, cancels it for the end of its period, or takes that back.',
    access: 'buyer',
    impersonation: 'allowed',
    params: idParams,
    body: customerSubscriptionUpdate,
    answer: customerSubscription,
    transaction: 'own',
    limit: { none: 'A subscription has one pending change, and at most 100 items that wait for its renewal.' },
    refusals: [
      ResourceNotFound,
      NotPermitted,
      AlreadyCanceledSubscription,
      billingRefusals.PaymentFailed,
      SubscriptionLocked,
      SubscriptionDisputed,
      SubscriptionChangeDropped,
      BadRequest,
      ResourceUnavailable,
      taxRefusals.TaxUnavailable,
    ],
    handle: ({ params, body, ...call }) => changeOwnSubscription({ ...call, id: params.id, change: toOwnChange(body) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/customer-portal/subscriptions/{id}',
    name: 'customer_portal:subscriptions:cancel',
    summary: 'Cancels a subscription for the end of its period.',
    access: 'buyer',
    impersonation: 'allowed',
    params: idParams,
    answer: customerSubscription,
    transaction: 'own',
    refusals: [ResourceNotFound, AlreadyCanceledSubscription],
    handle: ({ params, ...call }) => changeOwnSubscription({ ...call, id: params.id, change: { cancel_at_period_end: true } }),
  }),
  route({
    method: 'POST',
    path: '/v1/customer-portal/subscriptions/{id}/preview',
    name: 'customer_portal:subscriptions:preview',
    summary: 'Returns what a change of the product would do and bill at once, and the next renewal. Nothing is changed.',
    access: 'customer',
    impersonation: 'allowed',
    params: idParams,
    body: customerSubscriptionPreviewRequest,
    answer: subscriptionPreview,
    transaction: 'none',
    addition: true,
    refusals: [
      ResourceNotFound,
      NotPermitted,
      AlreadyCanceledSubscription,
      SubscriptionLocked,
      SubscriptionDisputed,
      taxRefusals.TaxUnavailable,
    ],
    handle: async ({ db, platform, caller, params: { id }, body }) => {
      const full = await findCustomerSubscription(db, platform, { caller, id })
      const merchant = await readMerchant(db, caller.organizationId)
      await refuseTarget(db, { caller, merchant, full, productId: body.product_id })
      return toPreviewWire(await previewChange(db, platform, { tenants: [caller.organizationId], id, body, isByCustomer: true }))
    },
  }),
]

export const subscriptionRoutes: readonly Route[] = [...reads, ...changes]
