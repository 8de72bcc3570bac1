import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { createProduct } from './actions/create-product.ts'
import { updateProduct } from './actions/update-product.ts'
import { updateProductBenefits } from './actions/update-product-benefits.ts'
import { productList } from './reads.ts'
import { productRefusals } from './refusals.ts'
import { product, productBenefitsUpdate, productCreate, productUpdate, toProductWire } from './wire.ts'

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/products/',
    name: 'products',
    nouns: ['products', 'a product'],
    scope: 'products:read',
    list: productList,
    schema: product,
    toWire: toProductWire,
    notFound: productRefusals.ResourceNotFound,
  }),
  route({
    method: 'POST',
    path: '/v1/products/',
    name: 'products:create',
    summary: 'Creates a product with its prices.',
    access: 'scope:products:write',
    impersonation: 'allowed',
    body: productCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: product,
    status: 201,
    limit: 'PRODUCT_LIMIT',
    handle: async (call) => {
      const { tx, body, tenantScope, platform } = call
      const organizationId = tenantScope.organizationFor(body.organization_id)
      return toProductWire(await createProduct(tx, call, { organizationId, body }), platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/products/{id}',
    name: 'products:update',
    summary: 'Updates or archives a product; omitted prices are archived, new ones added.',
    access: 'scope:products:write',
    impersonation: 'allowed',
    params: idParams,
    body: productUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: product,
    limit: 'PRODUCT_PRICE_LIMIT',
    refusals: [productRefusals.ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, tenantScope, platform } = call
      const updated = await updateProduct(tx, call, { tenants: tenantScope.tenants, id: params.id, body })
      return toProductWire(updated, platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/products/{id}/benefits',
    name: 'products:update_benefits',
    summary: 'Replaces the benefits of a product, in the order of the body.',
    access: 'scope:products:write',
    impersonation: 'allowed',
    params: idParams,
    body: productBenefitsUpdate,
    answer: product,
    refusals: [productRefusals.ResourceNotFound, productRefusals.NotPermitted],
    handle: async (call) => {
      const { tx, params, body, tenantScope, platform } = call
      const { tenants } = tenantScope
      const updated = await updateProductBenefits(tx, call, { tenants, id: params.id, benefitIds: body.benefits })
      return toProductWire(updated, platform.settings.BASE_URL)
    },
  }),
]
