import { z } from 'zod'
import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, toList } from '#platform/http/wire-parts.ts'
import { createWebhookEndpoint } from './actions/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './actions/delete-webhook-endpoint.ts'
import { enqueueRedelivery } from './actions/deliver-lane.ts'
import { PAYLOAD_PURPOSE } from './actions/record-event.ts'
import { updateWebhookEndpoint } from './actions/update-webhook-endpoint.ts'
import { findWebhookEndpoint, findWebhookEvent, listWebhookDeliveries, listWebhookEndpoints } from './reads.ts'
import { refusals } from './refusals.ts'
import {
  toWebhookDeliveryWire,
  toWebhookEndpointWire,
  webhookDeliveryList,
  webhookDeliveryListQuery,
  webhookEndpointCreate,
  webhookEndpointList,
  webhookEndpointListQuery,
  webhookEndpointUpdate,
  webhookEndpointWire,
} from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/webhooks/endpoints',
    name: 'webhooks:list_webhook_endpoints',
    summary: 'Lists the webhook endpoints.',
    access: 'scope:webhooks:read',
    query: webhookEndpointListQuery,
    answer: webhookEndpointList,
    handle: async ({ db, query, tenantScope }) => {
      const page = pageOf(query)
      const { items, total } = await listWebhookEndpoints(db, tenantScope.organizationsFor(query.organization_id), page)
      return toList(items.map(toWebhookEndpointWire), total, page)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/webhooks/endpoints',
    name: 'webhooks:create_webhook_endpoint',
    summary: 'Creates a webhook endpoint.',
    access: 'scope:webhooks:write',
    body: webhookEndpointCreate,
    answer: webhookEndpointWire,
    status: 201,
    handle: async ({ tx, body, tenantScope, platform, caller, request, now }) => {
      const organizationId = tenantScope.organizationFor(body.organization_id)
      const input = { ...body, organizationId, additionalEvents: body.additional_events ?? [] }
      return toWebhookEndpointWire(await createWebhookEndpoint(tx, { platform, caller, request, now }, input))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/webhooks/endpoints/{id}',
    name: 'webhooks:get_webhook_endpoint',
    summary: 'Gets a webhook endpoint.',
    access: 'scope:webhooks:read',
    params: idParams,
    answer: webhookEndpointWire,
    refusals: [refusals.ResourceNotFound],
    handle: async ({ db, tenantScope, params }) =>
      toWebhookEndpointWire((await findWebhookEndpoint(db, tenantScope.tenants, params.id)) ?? refuse(refusals.ResourceNotFound)),
  }),
  route({
    method: 'PATCH',
    path: '/v1/webhooks/endpoints/{id}',
    name: 'webhooks:update_webhook_endpoint',
    summary: 'Updates a webhook endpoint; the old secret still signs for a day beside a new one.',
    access: 'scope:webhooks:write',
    params: idParams,
    body: webhookEndpointUpdate,
    answer: webhookEndpointWire,
    refusals: [refusals.ResourceNotFound],
    handle: async ({ tx, tenantScope, params, body, platform, caller, request, now }) => {
      await updateWebhookEndpoint(tx, { platform, caller, request, now }, { tenants: tenantScope.tenants, id: params.id, changes: body })
      return toWebhookEndpointWire((await findWebhookEndpoint(tx, tenantScope.tenants, params.id)) ?? refuse(refusals.ResourceNotFound))
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/webhooks/endpoints/{id}',
    name: 'webhooks:delete_webhook_endpoint',
    summary: 'Deletes a webhook endpoint.',
    access: 'scope:webhooks:write',
    params: idParams,
    status: 204,
    refusals: [refusals.ResourceNotFound],
    handle: async ({ tx, tenantScope, params, platform, caller, request, now }) =>
      deleteWebhookEndpoint(tx, { platform, caller, request, now }, { tenants: tenantScope.tenants, id: params.id }),
  }),
  route({
    method: 'GET',
    path: '/v1/webhooks/deliveries',
    name: 'webhooks:list_webhook_deliveries',
    summary: 'Lists the attempts to deliver events, newest first.',
    access: 'scope:webhooks:read',
    query: webhookDeliveryListQuery,
    answer: webhookDeliveryList,
    handle: async ({ platform, db, query, tenantScope }) => {
      const page = pageOf(query)
      const { items, total } = await listWebhookDeliveries(db, {
        organizationIds: tenantScope.organizationsFor(query.organization_id),
        endpointIds: query.endpoint_id,
        eventIds: query.event_id,
        eventTypes: query.event_type,
        eventStatuses: query.event_status,
        isLatest: query.is_latest,
        page,
      })
      return toList(
        items.map(({ delivery, event }) =>
          toWebhookDeliveryWire(delivery, event, platform.secrets.open(PAYLOAD_PURPOSE, event.sealedPayload)),
        ),
        total,
        page,
      )
    },
  }),
  route({
    method: 'POST',
    path: '/v1/webhooks/events/{id}/redeliver',
    name: 'webhooks:redeliver_webhook_event',
    summary: 'Sends an event again, with the same id and payload.',
    access: 'scope:webhooks:write',
    params: idParams,
    answer: z.null(),
    status: 202,
    refusals: [refusals.ResourceNotFound],
    handle: async ({ tx, tenantScope, params, platform, now }) => {
      const event = (await findWebhookEvent(tx, tenantScope.tenants, params.id)) ?? refuse(refusals.ResourceNotFound)
      await enqueueRedelivery(tx, platform, { organizationId: event.organizationId, eventId: event.id, now })
      return null
    },
  }),
]
