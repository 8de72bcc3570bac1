import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, toList } from '#platform/http/wire-parts.ts'
import { findOrder, listOrders } from './reads.ts'
import { orderRefusals } from './refusals.ts'
import { order, orderList, orderListQuery, toOrderWire } from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/orders/',
    name: 'orders:list',
    summary: 'Lists orders.',
    access: 'scope:orders:read',
    query: orderListQuery,
    answer: orderList,
    handle: async ({ db, query, tenantScope, platform }) => {
      const page = pageOf(query)
      const { items, total } = await listOrders(db, {
        organizationIds: tenantScope.organizationsFor(query.organization_id),
        productIds: query.product_id,
        billingTypes: query.product_billing_type,
        discountIds: query.discount_id,
        customerIds: query.customer_id,
        checkoutIds: query.checkout_id,
        metadata: query.metadata,
        sorting: query.sorting,
        page,
      })
      return toList(
        items.map((full) => toOrderWire(full, platform.settings.BASE_URL)),
        total,
        page,
      )
    },
  }),
  route({
    method: 'GET',
    path: '/v1/orders/{id}',
    name: 'orders:get',
    summary: 'Gets an order by id.',
    access: 'scope:orders:read',
    params: idParams,
    answer: order,
    refusals: [orderRefusals.ResourceNotFound],
    handle: async ({ db, params, tenantScope, platform }) => {
      const full = await findOrder(db, tenantScope.tenants, params.id)
      return full ? toOrderWire(full, platform.settings.BASE_URL) : refuse(orderRefusals.ResourceNotFound)
    },
  }),
]
