import { refuseWhen } from '#kernel/refusal.ts'
import { listCustomFieldSlugs } from '#merchant/catalogue/custom-fields/index.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { createCheckout } from './actions/create-checkout.ts'
import { updateCheckoutAsMerchant } from './actions/update-checkout.ts'
import { buyerRoutes } from './buyer/routes.ts'
import { funnelQuery, readFunnel } from './funnel/reads.ts'
import { checkoutFunnel, toCheckoutFunnelWire } from './funnel/wire.ts'
import { checkoutList } from './reads.ts'
import { checkoutRefusals } from './refusals.ts'
import { checkout, checkoutCreate, checkoutUpdate, toCheckoutWire } from './wire.ts'

const merchantRoutes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/checkouts/',
    name: 'checkouts',
    nouns: ['checkouts', 'a checkout'],
    scope: 'checkouts:read',
    list: checkoutList,
    schema: checkout,
    toWire: toCheckoutWire,
    notFound: checkoutRefusals.ResourceNotFound,
    customFields: listCustomFieldSlugs,
  }),
  route({
    method: 'GET',
    path: '/v1/organizations/{id}/checkout-funnel',
    name: 'checkouts:funnel',
    summary: 'Counts the checkouts of a period by how far they came.',
    access: 'scope:checkouts:read',
    params: idParams,
    query: funnelQuery,
    answer: checkoutFunnel,
    addition: true,
    refusals: [checkoutRefusals.ResourceNotFound],
    handle: async ({ db, params, query, tenantScope, platform }) => {
      refuseWhen(!tenantScope.tenants.includes(params.id), checkoutRefusals.ResourceNotFound)
      return toCheckoutFunnelWire(await readFunnel(db, { organizationId: params.id, query }, platform))
    },
  }),
  route({
    method: 'POST',
    path: '/v1/checkouts/',
    name: 'checkouts:create',
    summary: 'Creates a checkout for one or several products.',
    access: 'scope:checkouts:write',
    impersonation: 'allowed',
    body: checkoutCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: checkout,
    status: 201,
    limit: 'OPEN_CHECKOUT_LIMIT',
    refusals: [checkoutRefusals.AlreadyActiveSubscriptionError],
    handle: async (call) => {
      const organizationId = call.tenantScope.organizationFor(call.body.organization_id)
      const full = await createCheckout(call.tx, call, { organizationId, body: call.body })
      return toCheckoutWire(full, call.platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/checkouts/{id}',
    name: 'checkouts:update',
    summary: 'Updates an open checkout.',
    access: 'scope:checkouts:write',
    impersonation: 'allowed',
    params: idParams,
    body: checkoutUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: checkout,
    refusals: [checkoutRefusals.ResourceNotFound, checkoutRefusals.NotOpenCheckout, checkoutRefusals.AlreadyActiveSubscriptionError],
    handle: async (call) => {
      const full = await updateCheckoutAsMerchant(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id, body: call.body })
      return toCheckoutWire(full, call.platform.settings.BASE_URL)
    },
  }),
]

export const routes: readonly Route[] = [...merchantRoutes, ...buyerRoutes]
