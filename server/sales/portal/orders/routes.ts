import { billingRefusals, chargeOverdueOrder, ORDER_PURPOSE } from '#money/billing/cycle/index.ts'
import { updateOrder } from '#money/billing/orders/index.ts'
import { toBillingChanges } from '#money/billing/orders/wire.ts'
import { findNewestAttempt, openActionSecret } from '#money/payments/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource } from '#platform/http/wire-parts.ts'
import { portalRefusals } from '../refusals.ts'
import { findCustomerOrder, listCustomerOrders, readOrderWire } from './reads.ts'
import {
  customerOrder,
  customerOrderConfirmPayment,
  customerOrderPaymentConfirmation,
  customerOrderPaymentStatus,
  customerOrderQuery,
  customerOrderUpdate,
  toPaymentStatusWire,
} from './wire.ts'

const { ResourceNotFound } = portalRefusals
const { PaymentFailed, PaymentAlreadyInProgress, OrderNotEligibleForRetry, ManualRetryLimitExceeded } = billingRefusals

const orders: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customer-portal/orders/',
    name: 'customer_portal:orders:list',
    summary: 'Lists the orders of the customer.',
    access: 'buyer',
    query: customerOrderQuery,
    answer: listResource('CustomerOrder', customerOrder),
    handle: ({ db, platform, caller, query }) => listCustomerOrders(db, platform, { caller, query }),
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/orders/{id}',
    name: 'customer_portal:orders:get',
    summary: 'Gets an order of the customer by id.',
    access: 'buyer',
    params: idParams,
    answer: customerOrder,
    refusals: [ResourceNotFound],
    handle: async ({ db, platform, caller, params: { id } }) =>
      readOrderWire(db, platform, { caller, full: await findCustomerOrder(db, platform, { caller, id }) }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/customer-portal/orders/{id}',
    name: 'customer_portal:orders:update',
    summary: 'Updates the buyer whom the invoice of an order names, until it is generated.',
    access: 'buyer',
    impersonation: 'allowed',
    params: idParams,
    body: customerOrderUpdate,
    answer: customerOrder,
    refusals: [ResourceNotFound],
    handle: async ({ tx, params: { id }, body, ...call }) => {
      const { caller, platform } = call
      await findCustomerOrder(tx, platform, { caller, id })
      const input = { tenants: [caller.organizationId], id, changes: toBillingChanges(body) }
      return readOrderWire(tx, platform, { caller, full: await updateOrder(tx, call, input) })
    },
  }),
]

const payments: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customer-portal/orders/{id}/payment-status',
    name: 'customer_portal:orders:get_payment_status',
    summary: 'Gets how the last attempt to pay an order stands.',
    access: 'customer',
    params: idParams,
    answer: customerOrderPaymentStatus,
    refusals: [ResourceNotFound],
    handle: async ({ db, platform, caller, params: { id } }) => {
      const { order } = await findCustomerOrder(db, platform, { caller, id })
      const payment = await findNewestAttempt(db, { organizationId: caller.organizationId, purpose: ORDER_PURPOSE, purposeId: id })
      return toPaymentStatusWire(order, payment ? { payment, actionSecret: openActionSecret(platform, payment.sealedActionSecret) } : null)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/customer-portal/orders/{id}/confirm-payment',
    name: 'customer_portal:orders:confirm_retry_payment',
    summary: 'Pays an overdue order of the customer at once, with a saved payment method, which pays its subscription from then on.',
    access: 'customer',
    impersonation: 'allowed',
    params: idParams,
    body: customerOrderConfirmPayment,
    answer: customerOrderPaymentConfirmation,
    transaction: 'own',
    limit: { none: 'An order has at most 5 attempts within a day.' },
    refusals: [ResourceNotFound, PaymentFailed, PaymentAlreadyInProgress, OrderNotEligibleForRetry, ManualRetryLimitExceeded],
    handle: async ({ params: { id }, body, ...call }) => {
      const { caller, db, platform } = call
      const { order } = await findCustomerOrder(db, platform, { caller, id })
      return chargeOverdueOrder({
        ...call,
        tenants: [caller.organizationId],
        id,
        paymentMethodId: body.payment_method_id ?? null,
        toBody: (payment) => toPaymentStatusWire(order, { payment, actionSecret: openActionSecret(platform, payment.sealedActionSecret) }),
      })
    },
  }),
]

export const orderRoutes: readonly Route[] = [...orders, ...payments]
