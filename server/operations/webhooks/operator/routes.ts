// The operations on the operator's webhooks. They run the actions of merchants' webhooks for the platform in place of an organization.
import { administrationRefusals, requireAdministrator } from '#identity/administration/index.ts'
import { PLATFORM_ID } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Database } from '#platform/database/database.ts'
import { type Route, route } from '#platform/http/route.ts'
import { statusAnswer } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import type { ResourceList } from '#platform/resource/list.ts'
import { createWebhookEndpoint } from '../actions/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from '../actions/delete-webhook-endpoint.ts'
import { enqueueRedelivery } from '../actions/deliver-lane.ts'
import { queueEventsSince } from '../actions/queue-events-since.ts'
import { sendSample } from '../actions/send-sample.ts'
import { updateWebhookEndpoint } from '../actions/update-webhook-endpoint.ts'
import { recordedEventList, webhookDeliveryList, webhookEndpointList } from '../reads.ts'
import { refusals } from '../refusals.ts'
import { newWebhookSecret } from '../signature.ts'
import { webhookEvents } from '../store.ts'
import { type CamelQuery, deliveryQuery, endpointQuery, eventQuery } from './reads.ts'
import * as wire from './wire.ts'

const { notAnAdministrator } = administrationRefusals
const { ResourceNotFound, WebhookEndpointDisabled, tooManyEndpoints } = refusals

/** The rows that these operations find and change: none of an organization. */
const platformOnly = [PLATFORM_ID]

async function readEndpoint(db: Database, platform: Platform, id: string) {
  return (await webhookEndpointList.find(db, { tenants: platformOnly, id }, platform)) ?? refuse(ResourceNotFound)
}

interface ListCall {
  readonly db: Database
  readonly platform: Platform
  readonly caller: Parameters<typeof requireAdministrator>[0]
  readonly query: Readonly<Record<string, unknown>>
}

function readPage<Item>({ db, platform, caller, query }: ListCall, list: Pick<ResourceList<Item>, 'read'>, { toListQuery }: CamelQuery) {
  requireAdministrator(caller)
  return list.read(db, { organizationIds: platformOnly, query: toListQuery(query) }, platform)
}

const listEndpoints = route({
  method: 'GET',
  path: '/api/auth/admin/webhooks/list-endpoints',
  name: 'auth:admin-webhooks-list-endpoints',
  summary: "Lists the operator's webhook endpoints, newest first.",
  access: 'session',
  addition: true,
  query: endpointQuery.schema,
  answer: wire.endpointsAnswer,
  refusals: [notAnAdministrator],
  handle: async (call) => {
    const { items, total } = await readPage(call, webhookEndpointList, endpointQuery)
    return { endpoints: items.map(wire.toOperatorEndpointWire), total }
  },
})

const getEndpoint = route({
  method: 'GET',
  path: '/api/auth/admin/webhooks/get-endpoint',
  name: 'auth:admin-webhooks-get-endpoint',
  summary: "Gets one of the operator's webhook endpoints.",
  access: 'session',
  addition: true,
  query: wire.idInput,
  answer: wire.operatorEndpointWire,
  refusals: [notAnAdministrator, ResourceNotFound],
  handle: async ({ db, query, platform, caller }) => {
    requireAdministrator(caller)
    return wire.toOperatorEndpointWire(await readEndpoint(db, platform, query.id))
  },
})

const createEndpoint = route({
  method: 'POST',
  path: '/api/auth/admin/webhooks/create-endpoint',
  name: 'auth:admin-webhooks-create-endpoint',
  summary: 'Creates a webhook endpoint for events about accounts and organizations.',
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: wire.createEndpointBody,
  answer: wire.operatorEndpointWire,
  limit: 'WEBHOOK_ENDPOINT_LIMIT',
  refusals: [notAnAdministrator, tooManyEndpoints],
  handle: async (call) => {
    requireAdministrator(call.caller)
    const { url, format, events, secret: own } = call.body
    const generated = own ? '' : newWebhookSecret()
    const input = { organizationId: PLATFORM_ID, url, format, secret: own ?? generated, events: [], additionalEvents: events }
    return { ...wire.toOperatorEndpointWire(await createWebhookEndpoint(call.tx, call, input)), secret: generated }
  },
})

const updateEndpoint = route({
  method: 'POST',
  path: '/api/auth/admin/webhooks/update-endpoint',
  name: 'auth:admin-webhooks-update-endpoint',
  summary: "Updates one of the operator's webhook endpoints; the old secret still signs for a day beside a new one.",
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: wire.updateEndpointBody,
  answer: wire.operatorEndpointWire,
  refusals: [notAnAdministrator, ResourceNotFound],
  handle: async (call) => {
    requireAdministrator(call.caller)
    const { id, url, format, secret, events, isEnabled } = call.body
    const changes = { url, format, secret, additional_events: events, is_enabled: isEnabled }
    await updateWebhookEndpoint(call.tx, call, { tenants: platformOnly, id, changes })
    return wire.toOperatorEndpointWire(await readEndpoint(call.tx, call.platform, id))
  },
})

const resetSecret = route({
  method: 'POST',
  path: '/api/auth/admin/webhooks/reset-secret',
  name: 'auth:admin-webhooks-reset-secret',
  summary: 'Replaces the secret of an endpoint by a generated one, which only this answer contains; the old one still signs for a day.',
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: wire.idInput,
  answer: wire.operatorEndpointWire,
  refusals: [notAnAdministrator, ResourceNotFound],
  handle: async (call) => {
    requireAdministrator(call.caller)
    const { id } = call.body
    const secret = newWebhookSecret()
    await updateWebhookEndpoint(call.tx, call, { tenants: platformOnly, id, changes: { secret } })
    return { ...wire.toOperatorEndpointWire(await readEndpoint(call.tx, call.platform, id)), secret }
  },
})

const deleteEndpoint = route({
  method: 'POST',
  path: '/api/auth/admin/webhooks/delete-endpoint',
  name: 'auth:admin-webhooks-delete-endpoint',
  summary: "Deletes one of the operator's webhook endpoints.",
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: wire.idInput,
  answer: statusAnswer,
  refusals: [notAnAdministrator, ResourceNotFound],
  handle: async (call) => {
    requireAdministrator(call.caller)
    await deleteWebhookEndpoint(call.tx, call, { tenants: platformOnly, id: call.body.id })
    return { status: true }
  },
})

const sample = route({
  method: 'POST',
  path: '/api/auth/admin/webhooks/send-sample',
  name: 'auth:admin-webhooks-send-sample',
  summary: 'Sends a sample of an event to an endpoint, once, marked by `is_sample`; also while the endpoint is disabled.',
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: wire.sendSampleBody,
  answer: wire.operatorEventWire,
  refusals: [notAnAdministrator, ResourceNotFound],
  handle: async (call) => {
    requireAdministrator(call.caller)
    return wire.toOperatorEventWire(await sendSample(call.tx, call, { tenants: platformOnly, ...call.body }), 1)
  },
})

const redeliverSince = route({
  method: 'POST',
  path: '/api/auth/admin/webhooks/redeliver-since',
  name: 'auth:admin-webhooks-redeliver-since',
  summary:
    'Sends the events of an endpoint since a time again, in their order: those that it did not accept, or all. While such a request is worked on, another one joins it.',
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: wire.redeliverSinceBody,
  answer: statusAnswer,
  refusals: [notAnAdministrator, ResourceNotFound, WebhookEndpointDisabled],
  handle: async (call) => {
    requireAdministrator(call.caller)
    const { id, since, includeDelivered: includesDelivered } = call.body
    await queueEventsSince(call.tx, call, { tenants: platformOnly, id, since: new Date(since), includesDelivered })
    return { status: true }
  },
})

const listEvents = route({
  method: 'GET',
  path: '/api/auth/admin/webhooks/list-events',
  name: 'auth:admin-webhooks-list-events',
  summary: "Lists the events that were recorded for the operator's endpoints, newest first, with the state of their delivery.",
  access: 'session',
  addition: true,
  query: eventQuery.schema,
  answer: wire.eventsAnswer,
  refusals: [notAnAdministrator],
  handle: async (call) => {
    const { items, total } = await readPage(call, recordedEventList, eventQuery)
    return { events: items.map((event) => wire.toOperatorEventWire(event, items.length)), total }
  },
})

const listDeliveries = route({
  method: 'GET',
  path: '/api/auth/admin/webhooks/list-deliveries',
  name: 'auth:admin-webhooks-list-deliveries',
  summary: "Lists the attempts to deliver events to the operator's endpoints, newest first.",
  access: 'session',
  addition: true,
  query: deliveryQuery.schema,
  answer: wire.deliveriesAnswer,
  refusals: [notAnAdministrator],
  handle: async (call) => {
    const { items, total } = await readPage(call, webhookDeliveryList, deliveryQuery)
    return { deliveries: items.map((delivery) => wire.toOperatorDeliveryWire(delivery, items.length)), total }
  },
})

const redeliverEvent = route({
  method: 'POST',
  path: '/api/auth/admin/webhooks/redeliver-event',
  name: 'auth:admin-webhooks-redeliver-event',
  summary: 'Sends an event again, with the same id and payload.',
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: wire.idInput,
  answer: statusAnswer,
  refusals: [notAnAdministrator, ResourceNotFound],
  handle: async ({ tx, caller, body, platform }) => {
    requireAdministrator(caller)
    const event = (await webhookEvents.find(tx, platformOnly, body.id)) ?? refuse(ResourceNotFound)
    await enqueueRedelivery(tx, platform, { organizationId: PLATFORM_ID, eventId: event.id })
    return { status: true }
  },
})

/** The operations on the webhooks of the operator. */
export const operatorRoutes: readonly Route[] = [
  ...[listEndpoints, getEndpoint, createEndpoint, updateEndpoint, resetSecret, deleteEndpoint, sample, redeliverSince],
  ...[listEvents, listDeliveries, redeliverEvent],
]
