import { listCustomFieldSlugs } from '#merchant/catalogue/custom-fields/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { updateOrder } from './actions/update-order.ts'
import { orderList } from './reads.ts'
import { orderRefusals } from './refusals.ts'
import { order, orderUpdate, toBillingChanges, toOrderWire } from './wire.ts'

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/orders/',
    name: 'orders',
    nouns: ['orders', 'an order'],
    scope: 'orders:read',
    list: orderList,
    schema: order,
    toWire: toOrderWire,
    notFound: orderRefusals.ResourceNotFound,
    customFields: listCustomFieldSlugs,
  }),
  route({
    method: 'PATCH',
    path: '/v1/orders/{id}',
    name: 'orders:update',
    summary: 'Updates the buyer whom the invoice of an order names, until it is generated.',
    access: 'scope:orders:write',
    impersonation: 'allowed',
    params: idParams,
    body: orderUpdate,
    answer: order,
    refusals: [orderRefusals.ResourceNotFound],
    handle: async (call) => {
      const input = { tenants: call.tenantScope.tenants, id: call.params.id, changes: toBillingChanges(call.body) }
      return toOrderWire(await updateOrder(call.tx, call, input), call.platform.settings.BASE_URL)
    },
  }),
]
