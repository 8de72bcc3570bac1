import { createContext, useContext } from 'react'
import type { Billing, CallOptions, Result, WebhookEndpoint } from '#client/index.ts'
import { additionalEventTypes, webhookEventTypes } from '#contract/webhook-events.ts'
import { type ApiQuery, client, unwrap } from '#web/api.ts'

/** The calls on the webhooks of one owner: of an organization, or of the operator. */
export interface WebhookClient extends Pick<Billing, 'webhookEndpoints' | 'webhookEvents' | 'webhookDeliveries'> {
  /** The names of the events that its endpoints can subscribe to. */
  readonly events: readonly string[]
  /** An event of these, and what a receiver may do with it: for code to copy. */
  readonly example: { readonly type: string; readonly line: string }
}

const { webhookEndpoints, webhookEvents, webhookDeliveries } = client

/** The webhooks of an organization. */
export const organizationWebhooks: WebhookClient = {
  webhookEndpoints,
  webhookEvents,
  webhookDeliveries,
  events: [...webhookEventTypes, ...additionalEventTypes],
  example: { type: 'order.paid', line: "if (event.type === 'order.paid') fulfil(event.data)" },
}

export const WebhookClientContext = createContext<WebhookClient>(organizationWebhooks)

/** Whose webhooks the page shows: those of an organization, unless a surface says otherwise. */
export const useWebhookClient = (): WebhookClient => useContext(WebhookClientContext)

/** One endpoint, as a query. */
export const endpointQuery = ({ webhookEndpoints }: WebhookClient, id: string): ApiQuery<WebhookEndpoint> =>
  queryOf(['webhookEndpoints', 'get'], webhookEndpoints.get, id)

type EventQuery = NonNullable<Parameters<WebhookClient['webhookEvents']['list']>[0]>
type DeliveryQuery = NonNullable<Parameters<WebhookClient['webhookDeliveries']['list']>[0]>

/** A page of the recorded events, as a query. */
export const eventsQuery = ({ webhookEvents }: WebhookClient, query: EventQuery) =>
  ({ ...queryOf(['webhookEvents', 'list'], webhookEvents.list, query), placeholderData: keepPrevious }) as const

/** A page of the attempts, as a query. */
export const deliveriesQuery = ({ webhookDeliveries }: WebhookClient, query: DeliveryQuery) =>
  ({ ...queryOf(['webhookDeliveries', 'list'], webhookDeliveries.list, query), placeholderData: keepPrevious }) as const

const keepPrevious = <T>(previous: T | undefined): T | undefined => previous

// The keys are those of `apiQuery`: what refreshes the queries of a module refreshes these.
const queryOf = <I, T>(
  key: readonly [module: string, call: string],
  call: (input: I, options?: CallOptions) => Promise<Result<T>>,
  input: I,
): ApiQuery<T> => ({
  queryKey: [...key, input],
  queryFn: ({ signal }) => call(input, { signal }).then(unwrap),
})
