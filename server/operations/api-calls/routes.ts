import { refuse } from '#kernel/refusal.ts'
import { type Route, route, type TenantScope } from '#platform/http/route.ts'
import { tenantScopeOf } from '#platform/http/tenant-scope.ts'
import { idParams, toList } from '#platform/http/wire-parts.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { updateApiCallSettings } from './actions/update-api-call-settings.ts'
import { RETENTION_DAYS } from './model.ts'
import { apiCallList, fullApiCallList } from './reads.ts'
import { apiCallRefusals } from './refusals.ts'
import { findSettings } from './store.ts'
import {
  apiCallResource,
  apiCallSettings,
  apiCallSettingsUpdate,
  apiCallWithContent,
  toApiCallSettingsWire,
  toApiCallWire,
  toFullApiCallWire,
} from './wire.ts'

const { NotPermitted, ResourceNotFound } = apiCallRefusals
const RETENTION_MS = RETENTION_DAYS * 86_400_000

// Only a user who may change the organization: with a token of few scopes a program could read what one of many was answered.
function tenantScopeOfUser(caller: UserCaller): TenantScope {
  const tenantScope = tenantScopeOf('scope:organizations:write', caller)
  if (caller.scopes.size > 0 && tenantScope.tenants.length === 0) refuse(NotPermitted, { extra: { scope: 'organizations:write' } })
  return tenantScope
}

function organizationOf(caller: UserCaller, id: string): string {
  return tenantScopeOfUser(caller).tenants.find((tenant) => tenant === id) ?? refuse(ResourceNotFound)
}

const oldest = (now: Date) => new Date(now.getTime() - RETENTION_MS)

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/api-calls/',
    name: 'api_calls:list',
    summary:
      'Lists the calls of the last 30 days that were made with access tokens, newest first. With a filter, at most 10,000 are counted.',
    access: 'session',
    addition: true,
    query: apiCallList.query,
    answer: apiCallResource,
    refusals: [NotPermitted],
    handle: async ({ db, query, caller, platform }) => {
      const organizationIds = tenantScopeOfUser(caller).organizationsFor(query.organization_id)
      const { items, total, page } = await apiCallList.read(db, { organizationIds, query }, platform)
      return toList(items.map(toApiCallWire), total, page)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/organizations/{id}/api-call-settings',
    name: 'api_calls:get_settings',
    summary: 'Gets what the log of API calls records, and how many calls are missing in it.',
    access: 'session',
    addition: true,
    params: idParams,
    answer: apiCallSettings,
    refusals: [NotPermitted, ResourceNotFound],
    handle: async ({ db, params, caller, now }) =>
      toApiCallSettingsWire(await findSettings(db, organizationOf(caller, params.id), oldest(now))),
  }),
  route({
    method: 'PATCH',
    path: '/v1/organizations/{id}/api-call-settings',
    name: 'api_calls:update_settings',
    summary: 'Sets whether the log of API calls records queries and bodies.',
    access: 'session',
    impersonation: 'refused',
    addition: true,
    params: idParams,
    body: apiCallSettingsUpdate,
    answer: apiCallSettings,
    refusals: [NotPermitted, ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, caller, now } = call
      const organizationId = organizationOf(caller, params.id)
      await updateApiCallSettings(tx, call, { organizationId, recordsBodies: body.records_bodies })
      return toApiCallSettingsWire(await findSettings(tx, organizationId, oldest(now)))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/api-calls/{id}',
    name: 'api_calls:get',
    summary: 'Gets a call by the id of its request, with what was sent and answered where the organization records it.',
    access: 'session',
    addition: true,
    params: idParams,
    answer: apiCallWithContent,
    refusals: [NotPermitted, ResourceNotFound],
    handle: async ({ db, params, caller, platform }) => {
      const { tenants } = tenantScopeOfUser(caller)
      return toFullApiCallWire((await fullApiCallList.find(db, { tenants, id: params.id }, platform)) ?? refuse(ResourceNotFound))
    },
  }),
]
