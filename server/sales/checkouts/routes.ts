import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, toList } from '#platform/http/wire-parts.ts'
import { createCheckout } from './actions/create-checkout.ts'
import { updateCheckoutAsMerchant } from './actions/update-checkout.ts'
import { buyerRoutes } from './buyer/routes.ts'
import { findCheckout, listCheckouts, withCurrentStatus } from './reads.ts'
import { checkoutRefusals } from './refusals.ts'
import { checkout, checkoutCreate, checkoutList, checkoutListQuery, checkoutUpdate, toCheckoutWire } from './wire.ts'

const merchantRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/checkouts/',
    name: 'checkouts:list',
    summary: 'Lists checkouts.',
    access: 'scope:checkouts:read',
    query: checkoutListQuery,
    answer: checkoutList,
    handle: async ({ db, query, tenantScope, platform, now }) => {
      const page = pageOf(query)
      const { items, total } = await listCheckouts(db, platform, {
        organizationIds: tenantScope.organizationsFor(query.organization_id),
        productIds: query.product_id,
        customerIds: query.customer_id,
        statuses: query.status,
        query: query.query,
        sorting: query.sorting,
        page,
        now,
      })
      return toList(
        items.map((full) => toCheckoutWire(full, platform.settings.BASE_URL)),
        total,
        page,
      )
    },
  }),
  route({
    method: 'POST',
    path: '/v1/checkouts/',
    name: 'checkouts:create',
    summary: 'Creates a checkout for one or several products.',
    access: 'scope:checkouts:write',
    body: checkoutCreate,
    answer: checkout,
    status: 201,
    handle: async (call) => {
      const organizationId = call.tenantScope.organizationFor(call.body.organization_id)
      const full = await createCheckout(call.tx, call, { organizationId, body: call.body })
      return toCheckoutWire(full, call.platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/checkouts/{id}',
    name: 'checkouts:get',
    summary: 'Gets a checkout by id.',
    access: 'scope:checkouts:read',
    params: idParams,
    answer: checkout,
    refusals: [checkoutRefusals.ResourceNotFound],
    handle: async ({ db, params, tenantScope, platform, now }) => {
      const full = await findCheckout(db, platform, { tenants: tenantScope.tenants, id: params.id })
      return full ? toCheckoutWire(withCurrentStatus(full, now), platform.settings.BASE_URL) : refuse(checkoutRefusals.ResourceNotFound)
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/checkouts/{id}',
    name: 'checkouts:update',
    summary: 'Updates an open checkout.',
    access: 'scope:checkouts:write',
    params: idParams,
    body: checkoutUpdate,
    answer: checkout,
    refusals: [checkoutRefusals.ResourceNotFound, checkoutRefusals.NotOpenCheckout],
    handle: async (call) => {
      const full = await updateCheckoutAsMerchant(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id, body: call.body })
      return toCheckoutWire(full, call.platform.settings.BASE_URL)
    },
  }),
]

export const routes: readonly Route[] = [...merchantRoutes, ...buyerRoutes]
