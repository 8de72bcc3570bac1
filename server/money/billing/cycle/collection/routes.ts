import { order, toOrderWire } from '#money/billing/orders/wire.ts'
import { subscriptionRefusals } from '#money/billing/subscriptions/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { billingRefusals } from '../refusals.ts'
import { retryPayment } from './actions/retry-payment.ts'
import { voidOrder } from './actions/void-order.ts'

const { ResourceNotFound, PaymentFailed, NothingDue, OrderNotVoidable, TooManyAttempts } = billingRefusals
const { SubscriptionLocked } = subscriptionRefusals

export const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/orders/{id}/retry-payment',
    name: 'orders:retry_payment',
    summary: 'Attempts to pay an overdue order with the payment method that its customer has saved, at most 5 times within a day.',
    access: 'scope:orders:write',
    impersonation: 'allowed',
    params: idParams,
    answer: order,
    addition: true,
    limit: { none: 'An order has at most 5 attempts within a day.' },
    refusals: [ResourceNotFound, PaymentFailed, NothingDue, SubscriptionLocked, TooManyAttempts],
    handle: async ({ tenantScope: { tenants }, params: { id }, tx, ...call }) =>
      toOrderWire(await retryPayment(tx, call, { tenants, id }), call.platform.settings.BASE_URL),
  }),
  route({
    method: 'POST',
    path: '/v1/orders/{id}/void',
    name: 'orders:void',
    summary: 'Gives up an order that was not paid until the deadline of its collection.',
    access: 'scope:orders:write',
    impersonation: 'allowed',
    params: idParams,
    answer: order,
    addition: true,
    limit: { none: 'It creates nothing.' },
    refusals: [ResourceNotFound, OrderNotVoidable, SubscriptionLocked],
    handle: async ({ tenantScope: { tenants }, params: { id }, tx, ...call }) =>
      toOrderWire(await voidOrder(tx, call, { tenants, id }), call.platform.settings.BASE_URL),
  }),
]
