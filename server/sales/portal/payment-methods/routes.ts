import { z } from 'zod'
import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { addPaymentMethod, listPaymentMethods, paymentRefusals, removePaymentMethod, setDefaultMethod } from '#money/payments/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource, pageQuery, toList } from '#platform/http/wire-parts.ts'
import { portalRefusals } from '../refusals.ts'
import {
  customerPaymentMethodCreate,
  customerPaymentMethodCreated,
  paymentMethodCard,
  toCreatedWire,
  toPaymentMethodCardWire,
} from './wire.ts'

const PATH = '/v1/customer-portal/customers/me/payment-methods'
const { ResourceNotFound } = portalRefusals

export const paymentMethodRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: PATH,
    name: 'customer_portal:customers:list_payment_methods',
    summary: 'Lists the payment methods that the customer has saved, the default first.',
    access: 'customer',
    query: z.object(pageQuery),
    answer: listResource('Union_PaymentMethodCard__PaymentMethodGeneric_', paymentMethodCard),
    handle: async ({ db, caller: { organizationId, customerId }, query }) => {
      const methods = (await listPaymentMethods(db, [organizationId], customerId)) ?? refuse(ResourceNotFound)
      const page = pageOf(query)
      const { offset } = page
      return toList(methods.slice(offset, offset + page.limit).map(toPaymentMethodCardWire), methods.length, page)
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    name: 'customer_portal:customers:add_payment_method',
    summary: 'Saves a card of the customer at the payment processor, without a charge.',
    access: 'customer',
    impersonation: 'allowed',
    body: customerPaymentMethodCreate,
    answer: customerPaymentMethodCreated,
    status: 201,
    transaction: 'own',
    limit: { none: 'A customer has at most twenty, and tries at most ten cards in an hour.' },
    refusals: [paymentRefusals.PaymentError, ResourceNotFound],
    handle: ({ body, ...call }) => {
      const { organizationId, customerId } = call.caller
      const card = { token: body.confirmation_token_id, isDefault: body.set_default }
      return addPaymentMethod({ ...call, organizationId, customerId, ...card, toBody: toCreatedWire })
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    name: 'customer_portal:customers:delete_payment_method',
    summary: 'Removes a payment method of the customer, here and at the payment processor.',
    access: 'customer',
    impersonation: 'allowed',
    params: idParams,
    status: 204,
    transaction: 'own',
    refusals: [ResourceNotFound],
    handle: ({ params: { id }, ...call }) => {
      const { organizationId, customerId } = call.caller
      return removePaymentMethod({ ...call, tenants: [organizationId], customerId, id })
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/{id}/default`,
    name: 'customer_portal:customers:set_default_payment_method',
    summary: 'Makes a payment method the default one: it pays where a subscription names no other.',
    access: 'customer',
    impersonation: 'allowed',
    params: idParams,
    answer: paymentMethodCard,
    addition: true,
    limit: { none: 'It creates nothing.' },
    refusals: [ResourceNotFound],
    handle: async ({ tx, params: { id }, ...call }) => {
      const { organizationId, customerId } = call.caller
      return toPaymentMethodCardWire(await setDefaultMethod(tx, call, { tenants: [organizationId], customerId, id }))
    },
  }),
]
