import { refuse } from '#kernel/refusal.ts'
import { type Route, route, type TenantScope } from '#platform/http/route.ts'
import { tenantScopeOf } from '#platform/http/tenant-scope.ts'
import { idParams, toList } from '#platform/http/wire-parts.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { createToken } from './actions/create-token.ts'
import { revokeToken } from './actions/revoke-token.ts'
import { updateToken } from './actions/update-token.ts'
import { tokenList } from './reads.ts'
import { tokenRefusals } from './refusals.ts'
import {
  organizationAccessToken,
  organizationAccessTokenCreate,
  organizationAccessTokenCreated,
  organizationAccessTokenList,
  organizationAccessTokenUpdate,
  toAccessTokenWire,
  toTokenDraft,
} from './wire.ts'

const { NotPermitted, ResourceNotFound } = tokenRefusals

// Only a user who may change the organization: a token could otherwise create another that outlives it.
function tenantScopeOfUser(caller: UserCaller): TenantScope {
  const tenantScope = tenantScopeOf('scope:organizations:write', caller)
  if (caller.scopes.size > 0 && tenantScope.tenants.length === 0) refuse(NotPermitted, { extra: { scope: 'organizations:write' } })
  return tenantScope
}

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/organization-access-tokens/',
    name: 'organization-access-tokens:list',
    summary: 'Lists the access tokens of an organization, without their secrets.',
    access: 'session',
    addition: true,
    query: tokenList.query,
    answer: organizationAccessTokenList,
    refusals: [NotPermitted],
    handle: async ({ db, query, caller, platform }) => {
      const organizationIds = tenantScopeOfUser(caller).organizationsFor(query.organization_id)
      const { items, total, page } = await tokenList.read(db, { organizationIds, query }, platform)
      return toList(items.map(toAccessTokenWire), total, page)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/organization-access-tokens/',
    name: 'organization-access-tokens:create',
    summary: 'Creates an access token; only this answer has its secret.',
    access: 'session',
    impersonation: 'refused',
    addition: true,
    body: organizationAccessTokenCreate,
    answer: organizationAccessTokenCreated,
    status: 201,
    limit: 'TOKEN_LIMIT',
    refusals: [NotPermitted],
    handle: async (call) => {
      const { tx, body, caller } = call
      const organizationId = tenantScopeOfUser(caller).organizationFor(body.organization_id)
      const { token, secret } = await createToken(tx, call, { organizationId, draft: toTokenDraft(body) })
      return { organization_access_token: toAccessTokenWire(token), token: secret }
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/organization-access-tokens/{id}',
    name: 'organization-access-tokens:update',
    summary: 'Updates the comment or the scopes of an access token.',
    access: 'session',
    impersonation: 'refused',
    addition: true,
    params: idParams,
    body: organizationAccessTokenUpdate,
    answer: organizationAccessToken,
    refusals: [NotPermitted, ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, caller } = call
      return toAccessTokenWire(await updateToken(tx, call, { tenants: tenantScopeOfUser(caller).tenants, id: params.id, changes: body }))
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/organization-access-tokens/{id}',
    name: 'organization-access-tokens:delete',
    summary: 'Revokes an access token at once.',
    access: 'session',
    impersonation: 'allowed',
    addition: true,
    params: idParams,
    status: 204,
    refusals: [NotPermitted, ResourceNotFound],
    handle: async (call) => {
      const { tx, params, caller } = call
      await revokeToken(tx, call, { tenants: tenantScopeOfUser(caller).tenants, id: params.id })
    },
  }),
]
