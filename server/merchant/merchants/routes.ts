import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams, toList } from '#platform/http/wire-parts.ts'
import { createMerchant } from './actions/create-merchant.ts'
import { updateMerchant } from './actions/update-merchant.ts'
import { listMerchants } from './reads.ts'
import { merchantRefusals } from './refusals.ts'
import { findMerchant } from './store.ts'
import {
  organization,
  organizationCreate,
  organizationList,
  organizationListQuery,
  organizationUpdate,
  toMerchantChanges,
  toOrganizationWire,
} from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/organizations/',
    name: 'organizations:list',
    summary: 'Lists the organizations that the caller may read.',
    access: 'scope:organizations:read',
    query: organizationListQuery,
    answer: organizationList,
    handle: async ({ db, query, tenantScope }) => {
      const page = pageOf(query)
      const { items, total } = await listMerchants(db, { ids: tenantScope.tenants, slug: query.slug, sorting: query.sorting, page })
      return toList(items.map(toOrganizationWire), total, page)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/organizations/',
    name: 'organizations:create',
    summary: 'Creates an organization whose first member is the signed-in user; access tokens may not.',
    access: 'session',
    impersonation: 'allowed',
    limit: 'ORGANIZATION_LIMIT',
    body: organizationCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: organization,
    status: 201,
    refusals: [merchantRefusals.NotPermitted],
    handle: async (call) => {
      const { tx, body } = call
      return toOrganizationWire(await createMerchant(tx, call, { name: body.name, slug: body.slug, profile: toMerchantChanges(body) }))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/organizations/{id}',
    name: 'organizations:get',
    summary: 'Gets an organization by id.',
    access: 'scope:organizations:read',
    params: idParams,
    answer: organization,
    refusals: [merchantRefusals.ResourceNotFound],
    handle: async ({ db, params, tenantScope }) =>
      toOrganizationWire((await findMerchant(db, tenantScope.tenants, params.id)) ?? refuse(merchantRefusals.ResourceNotFound)),
  }),
  route({
    method: 'PATCH',
    path: '/v1/organizations/{id}',
    name: 'organizations:update',
    summary: 'Updates an organization: its profile and its settings.',
    access: 'scope:organizations:write',
    impersonation: 'allowed',
    params: idParams,
    body: organizationUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: organization,
    refusals: [merchantRefusals.ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, tenantScope } = call
      return toOrganizationWire(
        await updateMerchant(tx, call, { tenants: tenantScope.tenants, id: params.id, changes: toMerchantChanges(body) }),
      )
    },
  }),
]
