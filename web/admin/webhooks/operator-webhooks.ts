// The operator's webhooks with the calls and in the form of an organization's, so that one set of screens shows both.
import type { Answer, Body, Result, WebhookDelivery, WebhookEndpoint } from '#client/index.ts'
import { accountEventTypes } from '#contract/webhook-events.ts'
import type { WebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import { administration } from '../client.ts'

type OperatorEndpoint = Answer<'auth:admin-webhooks-get-endpoint'>
type OperatorDelivery = Answer<'auth:admin-webhooks-list-deliveries'>['deliveries'][number]
type OperatorEvent = OperatorDelivery['webhookEvent']
type AccountEvents = Body<'auth:admin-webhooks-create-endpoint'>['events']

/** The operator is no organization. */
const NO_ORGANIZATION = ''
const { webhooks } = administration

// Events outside the published list are additional ones in the form of an organization's endpoint.
const endpointOf = ({ events, ...endpoint }: OperatorEndpoint): WebhookEndpoint => ({
  ...endpoint,
  organizationId: NO_ORGANIZATION,
  events: [],
  additionalEvents: events,
  enabled: endpoint.isEnabled,
  name: null,
  apiVersion: '',
  usesStandardWebhookSignature: true,
})
const eventOf = (event: OperatorEvent): WebhookDelivery['webhookEvent'] => ({ ...event, apiVersion: '', isArchived: false })
const deliveryOf = ({ webhookEvent, ...delivery }: OperatorDelivery): WebhookDelivery => ({
  ...delivery,
  response: delivery.answerBody,
  modifiedAt: null,
  webhookEvent: eventOf(webhookEvent),
})

/** The answer of a call in another form. */
async function mapped<A, B>(call: Promise<Result<A>>, toForm: (answer: A) => B): Promise<Result<B>> {
  const result = await call
  return result.error === null ? { data: toForm(result.data), error: null } : result
}

const pageOf = <R>(items: readonly R[], totalCount: number) => ({ items, pagination: { totalCount, maxPage: 0 } })
/** The organization of a query, which these calls do not know. */
const withoutOrganization = <Q extends { readonly organizationId?: unknown }>({ organizationId: _none, ...query }: Q) => query

/** The webhooks of the operator of the platform. */
export const operatorWebhooks: WebhookClient = {
  events: accountEventTypes,
  example: { type: 'user.created', line: "if (event.type === 'user.created') welcome(event.data)" },
  webhookEndpoints: {
    list: (query = {}, options) =>
      mapped(webhooks.listEndpoints(withoutOrganization(query), options), ({ endpoints, total }) =>
        pageOf(endpoints.map(endpointOf), total),
      ),
    get: (id, options) => mapped(webhooks.getEndpoint({ id }, options), endpointOf),
    create: ({ url, format, secret, additionalEvents }, options) =>
      mapped(webhooks.createEndpoint({ url, format, secret, events: (additionalEvents ?? []) as AccountEvents }, options), endpointOf),
    update: (id, { url, format, secret, additionalEvents, isEnabled }, options) =>
      mapped(
        webhooks.updateEndpoint({ id, url, format, secret, events: additionalEvents as AccountEvents | undefined, isEnabled }, options),
        endpointOf,
      ),
    delete: (id, options) => mapped(webhooks.deleteEndpoint({ id }, options), () => undefined as never),
    sendSample: (id, { type }, options) => mapped(webhooks.sendSample({ id, type: type as AccountEvents[number] }, options), eventOf),
    redeliverSince: (id, body, options) => mapped(webhooks.redeliverSince({ id, ...body }, options), () => null),
  },
  webhookEvents: {
    list: (query = {}, options) =>
      mapped(webhooks.listEvents(withoutOrganization(query), options), ({ events, total }) => pageOf(events.map(eventOf), total)),
  },
  webhookDeliveries: {
    list: (query = {}, options) =>
      mapped(webhooks.listDeliveries(withoutOrganization(query), options), ({ deliveries, total }) =>
        pageOf(deliveries.map(deliveryOf), total),
      ),
    redeliver: (id, options) => mapped(webhooks.redeliverEvent({ id }, options), () => null),
  },
}
