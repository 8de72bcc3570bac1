import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams, listResource, toList } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { createUsageAlert } from './actions/create-usage-alert.ts'
import { deleteUsageAlert } from './actions/delete-usage-alert.ts'
import { updateUsageAlert } from './actions/update-usage-alert.ts'
import { listTriggers, usageAlertList } from './reads.ts'
import { usageAlertRefusals } from './refusals.ts'
import {
  toUsageAlertChanges,
  toUsageAlertDraft,
  toUsageAlertTriggerWire,
  toUsageAlertWire,
  triggersQuery,
  usageAlert,
  usageAlertCreate,
  usageAlertTrigger,
  usageAlertUpdate,
} from './wire.ts'

const { ResourceNotFound } = usageAlertRefusals

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/usage-alerts/',
    name: 'usage_alerts',
    nouns: ['alerts about usage', 'an alert about usage'],
    scope: 'meters:read',
    list: usageAlertList,
    schema: usageAlert,
    toWire: toUsageAlertWire,
    notFound: ResourceNotFound,
    addition: true,
  }),
  route({
    method: 'POST',
    path: '/v1/usage-alerts/',
    name: 'usage_alerts:create',
    summary: 'Creates an alert: a customer has reached a number of units of a meter since the last reset.',
    access: 'scope:meters:write',
    impersonation: 'allowed',
    addition: true,
    body: usageAlertCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: usageAlert,
    status: 201,
    limit: 'USAGE_ALERT_LIMIT',
    handle: async (call) => {
      const { tx, body, tenantScope } = call
      const organizationId = tenantScope.organizationFor(body.organization_id)
      return toUsageAlertWire(await createUsageAlert(tx, call, { organizationId, draft: toUsageAlertDraft(body) }))
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/usage-alerts/{id}',
    name: 'usage_alerts:update',
    summary: 'Updates an alert, or switches it on or off. Its meter and its customer are fixed.',
    access: 'scope:meters:write',
    impersonation: 'allowed',
    addition: true,
    params: idParams,
    body: usageAlertUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: usageAlert,
    refusals: [ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, tenantScope } = call
      return toUsageAlertWire(
        await updateUsageAlert(tx, call, { tenants: tenantScope.tenants, id: params.id, changes: toUsageAlertChanges(body) }),
      )
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/usage-alerts/{id}',
    name: 'usage_alerts:delete',
    summary: 'Deletes an alert.',
    access: 'scope:meters:write',
    impersonation: 'allowed',
    addition: true,
    params: idParams,
    status: 204,
    refusals: [ResourceNotFound],
    handle: (call) => deleteUsageAlert(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id }),
  }),
  route({
    method: 'GET',
    path: '/v1/usage-alerts/{id}/triggers',
    name: 'usage_alerts:list_triggers',
    summary: 'Lists when and for whom an alert has triggered, newest first.',
    access: 'scope:customer_meters:read',
    addition: true,
    params: idParams,
    query: triggersQuery,
    answer: listResource('UsageAlertTrigger', usageAlertTrigger),
    refusals: [ResourceNotFound],
    handle: async ({ db, params, query, tenantScope, platform }) => {
      const page = pageOf(query)
      const found = await listTriggers(db, {
        tenants: tenantScope.tenants,
        alertId: params.id,
        customerId: query.customer_id,
        page,
      })
      const { items, total } = found ?? refuse(ResourceNotFound)
      return toList(
        items.map((trigger) => toUsageAlertTriggerWire(trigger, platform.settings.BASE_URL)),
        total,
        page,
      )
    },
  }),
]
