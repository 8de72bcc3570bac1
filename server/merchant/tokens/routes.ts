import { pageOf } from '#kernel/page.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { type Route, route, type TenantScope } from '#platform/http/route.ts'
import { tenantScopeOf } from '#platform/http/tenant-scope.ts'
import { idParams, toList } from '#platform/http/wire-parts.ts'
import { changeToken } from './actions/change-token.ts'
import { makeToken } from './actions/make-token.ts'
import { revokeToken } from './actions/revoke-token.ts'
import { listTokens } from './reads.ts'
import { tokenRefusals } from './refusals.ts'
import {
  organizationAccessToken,
  organizationAccessTokenCreate,
  organizationAccessTokenCreated,
  organizationAccessTokenList,
  organizationAccessTokenListQuery,
  organizationAccessTokenUpdate,
  toAccessTokenWire,
  toTokenDraft,
} from './wire.ts'

const { BorrowedSession, NotPermitted, ResourceNotFound } = tokenRefusals

// A token could otherwise make another that outlives it: so a person, and one who may change the organization.
function reachOfPerson(caller: UserCaller): TenantScope {
  const reach = tenantScopeOf('scope:organizations:write', caller)
  refuseWhen(caller.scopes.size > 0 && reach.tenants.length === 0, NotPermitted)
  return reach
}

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/organization-access-tokens/',
    name: 'organization-access-tokens:list',
    summary: 'Lists the access tokens of an organization, without their secrets.',
    access: 'session',
    addition: true,
    query: organizationAccessTokenListQuery,
    answer: organizationAccessTokenList,
    refusals: [NotPermitted],
    handle: async ({ db, query, caller }) => {
      const page = pageOf(query)
      const organizationIds = reachOfPerson(caller).listed(query.organization_id)
      const { items, total } = await listTokens(db, { organizationIds, sorting: query.sorting, page })
      return toList(items.map(toAccessTokenWire), total, page)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/organization-access-tokens/',
    name: 'organization-access-tokens:create',
    summary: 'Makes an access token; its secret is in this answer and nowhere else.',
    access: 'session',
    addition: true,
    body: organizationAccessTokenCreate,
    answer: organizationAccessTokenCreated,
    status: 201,
    refusals: [NotPermitted, BorrowedSession],
    handle: async (call) => {
      const { tx, body, caller } = call
      refuseWhen(caller.session.impersonatedBy !== null, BorrowedSession)
      const organizationId = reachOfPerson(caller).organizationFor(body.organization_id)
      const { token, secret } = await makeToken(tx, call, { organizationId, draft: toTokenDraft(body) })
      return { organization_access_token: toAccessTokenWire(token), token: secret }
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/organization-access-tokens/{id}',
    name: 'organization-access-tokens:update',
    summary: 'Changes the comment or the scopes of an access token.',
    access: 'session',
    addition: true,
    params: idParams,
    body: organizationAccessTokenUpdate,
    answer: organizationAccessToken,
    refusals: [NotPermitted, ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, caller } = call
      return toAccessTokenWire(await changeToken(tx, call, { tenants: reachOfPerson(caller).tenants, id: params.id, changes: body }))
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/organization-access-tokens/{id}',
    name: 'organization-access-tokens:delete',
    summary: 'Ends an access token at once.',
    access: 'session',
    addition: true,
    params: idParams,
    status: 204,
    refusals: [NotPermitted, ResourceNotFound],
    handle: async (call) => {
      const { tx, params, caller } = call
      await revokeToken(tx, call, { tenants: reachOfPerson(caller).tenants, id: params.id })
    },
  }),
]
