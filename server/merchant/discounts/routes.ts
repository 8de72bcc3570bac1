import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { createDiscount } from './actions/create-discount.ts'
import { deleteDiscount } from './actions/delete-discount.ts'
import { updateDiscount } from './actions/update-discount.ts'
import { discountList } from './reads.ts'
import { discountRefusals } from './refusals.ts'
import { discount, discountCreate, discountUpdate, toDiscountWire } from './wire.ts'

const { ResourceNotFound } = discountRefusals

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/discounts/',
    name: 'discounts',
    nouns: ['discounts', 'a discount'],
    scope: 'discounts:read',
    list: discountList,
    schema: discount,
    toWire: toDiscountWire,
    notFound: ResourceNotFound,
  }),
  route({
    method: 'POST',
    path: '/v1/discounts/',
    name: 'discounts:create',
    summary: 'Creates a discount.',
    access: 'scope:discounts:write',
    impersonation: 'allowed',
    body: discountCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: discount,
    status: 201,
    limit: 'DISCOUNT_LIMIT',
    handle: async (call) => {
      const organizationId = call.tenantScope.organizationFor(call.body.organization_id)
      return toDiscountWire(await createDiscount(call.tx, call, { organizationId, body: call.body }))
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/discounts/{id}',
    name: 'discounts:update',
    summary: 'Updates a discount. Its type and duration are fixed, its value from the first redemption on.',
    access: 'scope:discounts:write',
    impersonation: 'allowed',
    params: idParams,
    body: discountUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: discount,
    refusals: [ResourceNotFound],
    handle: async (call) => {
      const { tenants } = call.tenantScope
      return toDiscountWire(await updateDiscount(call.tx, call, { tenants, id: call.params.id, body: call.body }))
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/discounts/{id}',
    name: 'discounts:delete',
    summary: 'Deletes a discount. Purchases that have it keep it.',
    access: 'scope:discounts:write',
    impersonation: 'allowed',
    params: idParams,
    status: 204,
    refusals: [ResourceNotFound],
    handle: (call) => deleteDiscount(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id }),
  }),
]
