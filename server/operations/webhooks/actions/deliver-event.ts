import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { OutboundResult } from '#platform/net/outbound.ts'
import type { Platform } from '#platform/platform.ts'
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent, WebhookEventWithPayload } from '../model.ts'
import { PAYLOAD_PURPOSE, SECRET_PURPOSE } from '../payload.ts'
import { disabledFor, type Outcome, outcomeOf } from '../schedule.ts'
import { signatureHeader } from '../signature.ts'
import { skipPendingEvents, webhookDeliveries, webhookEndpoints, webhookEvents } from '../store.ts'
import { notifyDisabledEndpoint } from './notify-disabled-endpoint.ts'

const ANSWER_BYTES = 8192
const ANSWER_CHARACTERS = 2048

/** One attempt; a redelivery sends an event again that was delivered or failed, or is still pending. */
export interface DeliverEventInput {
  readonly event: WebhookEventWithPayload
  readonly endpoint: WebhookEndpoint
  readonly isRedelivery: boolean
}

/**
 * Makes one attempt and records its outcome. A crash between the call and the record repeats the attempt: the receiver recognizes
 * it by its `webhook-id`.
 */
export async function deliverEvent(platform: Platform, { event, endpoint, isRedelivery }: DeliverEventInput): Promise<void> {
  const outgoing = requestOf(platform, event, endpoint)
  failpoint('after-commit-before-delivery')
  const result: OutboundResult = outgoing
    ? await platform.outbound.send({
        method: 'POST',
        url: endpoint.url,
        ...outgoing,
        timeoutMs: platform.settings.WEBHOOK_TIMEOUT * 1000,
        answerBytes: ANSWER_BYTES,
      })
    : { kind: 'failed', reason: 'The payload could not be opened.', durationMs: 0 }
  failpoint('after-delivery-before-record')
  const attempt = { event, endpoint, isRedelivery, headers: outgoing?.headers ?? {}, result }
  await platform.database.transaction((tx) => recordAttempt(tx, platform, attempt))
}

// An event that cannot be opened fails: it must not block the events behind it.
function requestOf(platform: Platform, event: WebhookEventWithPayload, endpoint: WebhookEndpoint) {
  try {
    const body = platform.secrets.open(PAYLOAD_PURPOSE, event.sealedPayload)
    return { body, headers: headersOf(platform, { endpoint, id: event.id, body, now: platform.clock.now() }) }
  } catch (error) {
    platform.log.error('A webhook event could not be opened; was AUTH_SECRET changed?', { eventId: event.id, error })
    return undefined
  }
}

function headersOf(
  platform: Platform,
  { endpoint, id, body, now }: { readonly endpoint: WebhookEndpoint; readonly id: string; readonly body: string; readonly now: Date },
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const isOverlapping = endpoint.previousSecretUntil !== null && endpoint.previousSecretUntil > now
  const sealed = [endpoint.sealedSecret, ...(isOverlapping && endpoint.previousSealedSecret ? [endpoint.previousSealedSecret] : [])]
  // Without any secret the event fails. An old one that cannot be opened does not keep the new one from signing.
  const opened = sealed.map((secret) => platform.secrets.openOrNull(SECRET_PURPOSE, secret))
  const secrets = opened.filter((secret) => secret !== null)
  if (opened[0] === null) throw new Error('The secret of the endpoint cannot be opened.')
  return {
    'content-type': 'application/json',
    'user-agent': 'Guildhall-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader(secrets, { id, timestamp, body }),
  }
}

interface Attempt {
  readonly event: WebhookEvent
  /** As it was when the attempt began. */
  readonly endpoint: WebhookEndpoint
  readonly isRedelivery: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly result: OutboundResult
}

async function recordAttempt(tx: Tx, platform: Platform, attempt: Attempt): Promise<void> {
  const { isRedelivery, result } = attempt
  const endpoint = changesEndpoint(attempt)
    ? await webhookEndpoints.lock(tx, [attempt.event.organizationId], attempt.event.endpointId)
    : undefined
  // Read again: during this attempt another one may have delivered the event, or it may have been skipped.
  const event = await webhookEvents.lock(tx, [attempt.event.organizationId], attempt.event.id)
  if (!event) return
  const now = platform.clock.now()
  const number = event.attempts + 1
  const status = result.kind === 'answered' ? result.status : null
  const outcome = outcomeOf({ status, retryAfterSeconds: retryAfterOf(result) }, number, Math.random())
  await webhookDeliveries.insert(tx, deliveryOf(attempt, number, now))
  const after = afterAttempt(event, outcome, { status, now, isRedelivery, isEnabled: endpoint?.isEnabled ?? false })
  await webhookEvents.save(tx, after)
  const isFinalFailure = after.status === 'failed' && event.status !== 'failed'
  // A sample that fails says nothing about the events that happen.
  if (endpoint && !(event.isSample && outcome.kind !== 'delivered' && outcome.kind !== 'gone'))
    await updateEndpointHealth(tx, platform, { endpoint, outcome, isFinalFailure, now })
}

// A success at a healthy endpoint does not change it: locking its row at every attempt would serialize the lanes. An endpoint that
// failed meanwhile is healthy again after its next success.
function changesEndpoint({ endpoint, result }: Attempt): boolean {
  return !isSuccess(result) || endpoint.failingSince !== null || endpoint.failedInARow > 0
}

function isSuccess(result: OutboundResult): boolean {
  return result.kind === 'answered' && result.status >= 200 && result.status < 300
}

function retryAfterOf(result: OutboundResult): number | undefined {
  const header = result.kind === 'answered' ? result.headers['retry-after'] : undefined
  return header && /^\d{1,9}$/.test(header) ? Number(header) : undefined
}

function deliveryOf({ event, isRedelivery, headers, result }: Attempt, attempt: number, now: Date): WebhookDelivery {
  const isAnswered = result.kind === 'answered'
  return {
    organizationId: event.organizationId,
    id: newId(now),
    eventId: event.id,
    endpointId: event.endpointId,
    attempt,
    isRedelivery: isRedelivery && !(event.isSample && event.status === 'pending'),
    httpCode: isAnswered ? result.status : null,
    succeeded: isSuccess(result),
    error: isAnswered ? null : result.reason,
    requestHeaders: headers,
    // The database refuses NUL in text; a receiver may answer anything.
    answerBody: isAnswered ? result.body.replaceAll('\0', '\uFFFD').slice(0, ANSWER_CHARACTERS).toWellFormed() : null,
    durationMs: Math.round(result.durationMs),
    createdAt: now,
  }
}

interface AttemptContext {
  readonly status: number | null
  readonly now: Date
  readonly isRedelivery: boolean
  readonly isEnabled: boolean
}

/**
 * The event after an attempt. A redelivery is a single attempt: its failure leaves the event unchanged, its success settles it. The
 * same applies to an attempt during which another one delivered the event, or the event was skipped. A sample is sent once.
 */
export function afterAttempt(event: WebhookEvent, outcome: Outcome, context: AttemptContext): WebhookEvent {
  const tried = { ...event, attempts: event.attempts + 1, lastHttpCode: context.status, modifiedAt: context.now }
  if (outcome.kind === 'delivered') return { ...tried, status: 'delivered', nextAttemptAt: null }
  if (event.status !== 'pending' || (context.isRedelivery && !event.isSample)) return tried
  if (outcome.kind !== 'retry' || event.isSample) return { ...tried, status: 'failed', nextAttemptAt: null }
  if (!context.isEnabled) return { ...tried, status: 'skipped', nextAttemptAt: null }
  return { ...tried, nextAttemptAt: new Date(context.now.getTime() + Math.ceil(outcome.inSeconds * 1000)) }
}

interface EndpointAttempt {
  readonly endpoint: WebhookEndpoint
  readonly outcome: Outcome
  /** Whether this was the last attempt of the event. */
  readonly isFinalFailure: boolean
  readonly now: Date
}

async function updateEndpointHealth(
  tx: Tx,
  platform: Platform,
  { endpoint, outcome, isFinalFailure, now }: EndpointAttempt,
): Promise<void> {
  if (outcome.kind === 'delivered') {
    if (endpoint.failedInARow || endpoint.failingSince)
      await webhookEndpoints.save(tx, { ...endpoint, failedInARow: 0, failingSince: null })
    return
  }
  const failedInARow = endpoint.failedInARow + (isFinalFailure ? 1 : 0)
  const failingSince = endpoint.failingSince ?? now
  const reason = outcome.kind === 'gone' ? 'gone' : disabledFor(failedInARow, failingSince, now)
  const next: WebhookEndpoint = { ...endpoint, failedInARow, failingSince }
  if (reason === null || !endpoint.isEnabled) return webhookEndpoints.save(tx, next)
  const disabled: WebhookEndpoint = { ...next, isEnabled: false, disabledReason: reason, modifiedAt: platform.clock.now(endpoint) }
  await webhookEndpoints.save(tx, disabled)
  await skipPendingEvents(tx, disabled, now)
  await notifyDisabledEndpoint(tx, platform, { endpoint: disabled, reason, now })
}
