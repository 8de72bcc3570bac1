import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { listRead, resourceReads } from '#platform/resource/routes.ts'
import { createWebhookEndpoint } from './actions/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './actions/delete-webhook-endpoint.ts'
import { enqueueRedelivery } from './actions/deliver-lane.ts'
import { queueEventsSince } from './actions/queue-events-since.ts'
import { sendSample } from './actions/send-sample.ts'
import { updateWebhookEndpoint } from './actions/update-webhook-endpoint.ts'
import { operatorRoutes } from './operator/routes.ts'
import { recordedEventList, webhookDeliveryList, webhookEndpointList } from './reads.ts'
import { refusals } from './refusals.ts'
import { newWebhookSecret } from './signature.ts'
import { webhookEvents } from './store.ts'
import {
  toWebhookDeliveryWire,
  toWebhookEndpointWire,
  toWebhookEventWire,
  webhookDeliveryWire,
  webhookEndpointCreate,
  webhookEndpointUpdate,
  webhookEndpointWire,
  webhookEventWire,
  webhookRedeliveryCreate,
  webhookSampleCreate,
} from './wire.ts'

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/webhooks/endpoints',
    name: ['webhooks:list_webhook_endpoints', 'webhooks:get_webhook_endpoint'],
    nouns: ['webhook endpoints', 'a webhook endpoint'],
    scope: 'webhooks:read',
    list: webhookEndpointList,
    schema: webhookEndpointWire,
    toWire: toWebhookEndpointWire,
    notFound: refusals.ResourceNotFound,
    withoutExport: 'It answers the secrets of the endpoints.',
  }),
  route({
    method: 'POST',
    path: '/v1/webhooks/endpoints',
    name: 'webhooks:create_webhook_endpoint',
    summary: 'Creates a webhook endpoint.',
    access: 'scope:webhooks:write',
    impersonation: 'refused',
    body: webhookEndpointCreate,
    answer: webhookEndpointWire,
    status: 201,
    limit: 'WEBHOOK_ENDPOINT_LIMIT',
    handle: async ({ tx, body, tenantScope, platform, caller, request, now }) => {
      const organizationId = tenantScope.organizationFor(body.organization_id)
      const generated = body.secret ? '' : newWebhookSecret()
      const input = { ...body, secret: body.secret ?? generated, organizationId, additionalEvents: body.additional_events ?? [] }
      return { ...toWebhookEndpointWire(await createWebhookEndpoint(tx, { platform, caller, request, now }, input)), secret: generated }
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/webhooks/endpoints/{id}',
    name: 'webhooks:update_webhook_endpoint',
    summary: 'Updates a webhook endpoint; the old secret still signs for a day beside a new one.',
    access: 'scope:webhooks:write',
    impersonation: 'refused',
    params: idParams,
    body: webhookEndpointUpdate,
    answer: webhookEndpointWire,
    refusals: [refusals.ResourceNotFound],
    handle: async ({ tx, tenantScope, params, body, platform, caller, request, now }) => {
      await updateWebhookEndpoint(tx, { platform, caller, request, now }, { tenants: tenantScope.tenants, id: params.id, changes: body })
      const key = { tenants: tenantScope.tenants, id: params.id }
      return toWebhookEndpointWire((await webhookEndpointList.find(tx, key, platform)) ?? refuse(refusals.ResourceNotFound))
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/webhooks/endpoints/{id}/secret',
    name: 'webhooks:reset_webhook_endpoint_secret',
    summary:
      'Replaces the secret of a webhook endpoint by a generated one, which only this answer contains; the old one still signs for a day.',
    access: 'scope:webhooks:write',
    impersonation: 'refused',
    addition: true,
    params: idParams,
    answer: webhookEndpointWire,
    refusals: [refusals.ResourceNotFound],
    handle: async ({ tx, tenantScope, params, platform, caller, request, now }) => {
      const secret = newWebhookSecret()
      const key = { tenants: tenantScope.tenants, id: params.id }
      await updateWebhookEndpoint(tx, { platform, caller, request, now }, { ...key, changes: { secret } })
      return { ...toWebhookEndpointWire((await webhookEndpointList.find(tx, key, platform)) ?? refuse(refusals.ResourceNotFound)), secret }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/webhooks/endpoints/{id}',
    name: 'webhooks:delete_webhook_endpoint',
    summary: 'Deletes a webhook endpoint.',
    access: 'scope:webhooks:write',
    impersonation: 'allowed',
    params: idParams,
    status: 204,
    refusals: [refusals.ResourceNotFound],
    handle: async ({ tx, tenantScope, params, platform, caller, request, now }) =>
      deleteWebhookEndpoint(tx, { platform, caller, request, now }, { tenants: tenantScope.tenants, id: params.id }),
  }),
  route({
    method: 'POST',
    path: '/v1/webhooks/endpoints/{id}/sample',
    name: 'webhooks:send_webhook_sample',
    summary: 'Sends a sample of an event to an endpoint, once, marked by `is_sample`; also while the endpoint is disabled.',
    access: 'scope:webhooks:write',
    impersonation: 'allowed',
    addition: true,
    params: idParams,
    body: webhookSampleCreate,
    answer: webhookEventWire,
    status: 202,
    refusals: [refusals.ResourceNotFound],
    handle: async ({ tx, tenantScope, params, body, platform, caller, request, now }) => {
      const input = { tenants: tenantScope.tenants, id: params.id, type: body.type }
      return toWebhookEventWire(await sendSample(tx, { platform, caller, request, now }, input), 1)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/webhooks/endpoints/{id}/redeliver',
    name: 'webhooks:redeliver_webhook_events_since',
    summary:
      'Sends the events of an endpoint since a time again, in their order: those that it did not accept, or all. While such a request is worked on, another one joins it.',
    access: 'scope:webhooks:write',
    impersonation: 'allowed',
    addition: true,
    params: idParams,
    body: webhookRedeliveryCreate,
    answer: z.null(),
    status: 202,
    refusals: [refusals.ResourceNotFound, refusals.WebhookEndpointDisabled],
    handle: async ({ tx, tenantScope, params, body, platform, caller, request, now }) => {
      const { since, include_delivered: includesDelivered } = body
      const input = { tenants: tenantScope.tenants, id: params.id, since: new Date(since), includesDelivered }
      await queueEventsSince(tx, { platform, caller, request, now }, input)
      return null
    },
  }),
  listRead({
    path: '/v1/webhooks/deliveries',
    name: 'webhooks:list_webhook_deliveries',
    summary: 'Lists the attempts to deliver events, newest first.',
    scope: 'webhooks:read',
    list: webhookDeliveryList,
    schema: webhookDeliveryWire,
    toWire: (delivery, _, count) => toWebhookDeliveryWire(delivery, count),
  }),
  listRead({
    path: '/v1/webhooks/events',
    name: 'webhooks:list_webhook_events',
    summary: 'Lists the events that were recorded for webhook endpoints, newest first, with the state of their delivery.',
    scope: 'webhooks:read',
    addition: true,
    list: recordedEventList,
    schema: webhookEventWire,
    toWire: (event, _, count) => toWebhookEventWire(event, count),
  }),
  route({
    method: 'POST',
    path: '/v1/webhooks/events/{id}/redeliver',
    name: 'webhooks:redeliver_webhook_event',
    summary: 'Sends an event again, with the same id and payload.',
    access: 'scope:webhooks:write',
    impersonation: 'allowed',
    params: idParams,
    answer: z.null(),
    status: 202,
    refusals: [refusals.ResourceNotFound],
    handle: async ({ tx, tenantScope, params, platform }) => {
      const event = (await webhookEvents.find(tx, tenantScope.tenants, params.id)) ?? refuse(refusals.ResourceNotFound)
      await enqueueRedelivery(tx, platform, { organizationId: event.organizationId, eventId: event.id })
      return null
    },
  }),
  ...operatorRoutes,
]
