import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { removePaymentMethod } from '../actions/remove-payment-method.ts'
import { paymentRefusals } from '../refusals.ts'
import { listPaymentMethods } from './reads.ts'
import { paymentMethodParams, paymentMethodsOfCustomer, toPaymentMethodWire } from './wire.ts'

const { ResourceNotFound } = paymentRefusals

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customers/{id}/payment-methods',
    name: 'customers:list_payment_methods',
    summary: 'Lists the payment methods that a customer has saved, the default first.',
    access: 'scope:customers:read',
    params: idParams,
    answer: paymentMethodsOfCustomer,
    addition: true,
    refusals: [ResourceNotFound],
    handle: async ({ db, params, tenantScope }) => {
      const methods = await listPaymentMethods(db, tenantScope.tenants, params.id)
      const items = (methods ?? refuse(ResourceNotFound)).map(toPaymentMethodWire)
      return { items, pagination: { total_count: items.length, max_page: 1 } }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/customers/{id}/payment-methods/{method_id}',
    name: 'customers:remove_payment_method',
    summary: 'Removes a payment method of a customer, here and at the payment processor.',
    access: 'scope:customers:write',
    impersonation: 'allowed',
    params: paymentMethodParams,
    status: 204,
    addition: true,
    transaction: 'own',
    refusals: [ResourceNotFound],
    handle: ({ tenantScope: { tenants }, params, ...call }) =>
      removePaymentMethod({ ...call, tenants, customerId: params.id, id: params.method_id }),
  }),
]
