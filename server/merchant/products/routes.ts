import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, toList } from '#platform/http/wire-parts.ts'
import { createProduct } from './actions/create-product.ts'
import { updateProduct } from './actions/update-product.ts'
import { listProducts } from './reads.ts'
import { productRefusals } from './refusals.ts'
import { findProduct } from './store.ts'
import { product, productCreate, productList, productListQuery, productUpdate, toProductWire } from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/products/',
    name: 'products:list',
    summary: 'Lists products.',
    access: 'scope:products:read',
    query: productListQuery,
    answer: productList,
    handle: async ({ db, query, tenantScope }) => {
      const page = pageOf(query)
      const { items, total } = await listProducts(db, {
        organizationIds: tenantScope.organizationsFor(query.organization_id),
        ids: query.id,
        query: query.query,
        isArchived: query.is_archived,
        isRecurring: query.is_recurring,
        benefitIds: query.benefit_id,
        metadata: query.metadata,
        sorting: query.sorting,
        page,
      })
      return toList(items.map(toProductWire), total, page)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/products/',
    name: 'products:create',
    summary: 'Creates a product with its prices.',
    access: 'scope:products:write',
    body: productCreate,
    answer: product,
    status: 201,
    handle: async (call) => {
      const { tx, body, tenantScope } = call
      return toProductWire(await createProduct(tx, call, { organizationId: tenantScope.organizationFor(body.organization_id), body }))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/products/{id}',
    name: 'products:get',
    summary: 'Gets a product by id.',
    access: 'scope:products:read',
    params: idParams,
    answer: product,
    refusals: [productRefusals.ResourceNotFound],
    handle: async ({ db, params, tenantScope }) =>
      toProductWire((await findProduct(db, tenantScope.tenants, params.id)) ?? refuse(productRefusals.ResourceNotFound)),
  }),
  route({
    method: 'PATCH',
    path: '/v1/products/{id}',
    name: 'products:update',
    summary: 'Updates or archives a product; omitted prices are archived, new ones added.',
    access: 'scope:products:write',
    params: idParams,
    body: productUpdate,
    answer: product,
    refusals: [productRefusals.ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, tenantScope } = call
      return toProductWire(await updateProduct(tx, call, { tenants: tenantScope.tenants, id: params.id, body }))
    },
  }),
]
