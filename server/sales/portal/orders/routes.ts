import { updateOrder } from '#money/orders/index.ts'
import { toBillingChanges } from '#money/orders/wire.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource } from '#platform/http/wire-parts.ts'
import { portalRefusals } from '../refusals.ts'
import { findCustomerOrder, listCustomerOrders, readOrderWire } from './reads.ts'
import { customerOrder, customerOrderQuery, customerOrderUpdate } from './wire.ts'

const { ResourceNotFound } = portalRefusals

export const orderRoutes: readonly Route[] = [
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
