import { newId } from '#kernel/id.ts'
import { tellOwners } from '#outward/notifications/index.ts'
import { crashPoint } from '#platform/crash-point.ts'
import type { Tx } from '#platform/database/database.ts'
import type { OutboundResult } from '#platform/net/outbound.ts'
import type { Platform } from '#platform/platform.ts'
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from '../model.ts'
import { findNextUntried, findWebhookEndpoint, findWebhookEvent } from '../reads.ts'
import { disabledFor, mustWait, type Outcome, outcomeOf } from '../schedule.ts'
import { signatureHeader } from '../signature.ts'
import { insertWebhookDelivery, lockWebhookEndpoint, saveWebhookEndpoint, saveWebhookEvent, skipPendingEvents } from '../store.ts'
import { SECRET_PURPOSE } from './create-webhook-endpoint.ts'
import { PAYLOAD_PURPOSE } from './record-event.ts'

const TIMEOUT_MS = 15_000
const ANSWER_BYTES = 8192
const ANSWER_CHARACTERS = 2048
/** An event that waits behind another is sent as soon as that one is through; this is for when nobody came back to say so. */
const LOOK_AGAIN_MS = 5000

/** Which event to deliver; a redelivery sends what was delivered or given up before once more. */
export interface DeliveryOrder {
  readonly organizationId: string
  readonly eventId: string
  readonly isRedelivery: boolean
}

/** What remains to be done: when to try again, and which event of the same resource may go now. */
export interface Remaining {
  readonly againAt: Date | null
  readonly nextEventId: string | null
}

const nothing: Remaining = { againAt: null, nextEventId: null }

/**
 * Makes one attempt and writes down what came of it.
 * A crash between the call and the record makes the attempt happen twice: the receiver knows it by its `webhook-id`.
 */
export async function deliverEvent(platform: Platform, order: DeliveryOrder): Promise<Remaining> {
  const found = await findWebhookEvent(platform.database.db, [order.organizationId], order.eventId)
  if (!found || (found.event.status !== 'pending' && !order.isRedelivery)) return nothing
  const { event } = found
  const endpoint = await findWebhookEndpoint(platform.database.db, [order.organizationId], event.endpointId)
  if (!endpoint) return nothing
  const now = platform.clock.now()
  // Called for while its last attempt was being made.
  if (!order.isRedelivery && event.nextAttemptAt && event.nextAttemptAt > now) return { againAt: event.nextAttemptAt, nextEventId: null }
  if (!order.isRedelivery && mustWait(found.earlierPendingSince && (now.getTime() - found.earlierPendingSince.getTime()) / 1000)) {
    return { againAt: new Date(now.getTime() + LOOK_AGAIN_MS), nextEventId: null }
  }
  const body = platform.secrets.open(PAYLOAD_PURPOSE, event.sealedPayload)
  const headers = headersOf(platform, { endpoint, id: event.id, body, now })
  crashPoint('after-commit-before-delivery')
  const result = await platform.outbound.send({
    method: 'POST',
    url: endpoint.url,
    headers,
    body,
    timeoutMs: TIMEOUT_MS,
    answerBytes: ANSWER_BYTES,
  })
  crashPoint('after-delivery-before-record')
  return platform.database.transaction((tx) => recordAttempt(tx, platform, { order, event, endpoint, headers, result }))
}

function headersOf(
  platform: Platform,
  { endpoint, id, body, now }: { readonly endpoint: WebhookEndpoint; readonly id: string; readonly body: string; readonly now: Date },
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const isOverlapping = endpoint.previousSecretUntil !== null && endpoint.previousSecretUntil > now
  const sealed = [endpoint.sealedSecret, ...(isOverlapping && endpoint.previousSealedSecret ? [endpoint.previousSealedSecret] : [])]
  const secrets = sealed.map((secret) => platform.secrets.open(SECRET_PURPOSE, secret))
  return {
    'content-type': 'application/json',
    'user-agent': 'Guildhall-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader(secrets, { id, timestamp, body }),
  }
}

interface Attempt {
  readonly order: DeliveryOrder
  readonly event: WebhookEvent
  readonly endpoint: WebhookEndpoint
  readonly headers: Readonly<Record<string, string>>
  readonly result: OutboundResult
}

async function recordAttempt(tx: Tx, platform: Platform, attempt: Attempt): Promise<Remaining> {
  const { order, event, result } = attempt
  const now = platform.clock.now()
  const number = event.attempts + 1
  const status = result.kind === 'answered' ? result.status : null
  const outcome = outcomeOf({ status, retryAfterSeconds: retryAfterOf(result) }, number, Math.random())
  await insertWebhookDelivery(tx, deliveryOf(attempt, number, now))
  const endpoint = await lockWebhookEndpoint(tx, [order.organizationId], event.endpointId)
  const after = afterAttempt(event, outcome, { status, now, isRedelivery: order.isRedelivery, isEnabled: endpoint?.isEnabled ?? false })
  await saveWebhookEvent(tx, after)
  if (endpoint) await judgeEndpoint(tx, platform, { endpoint, outcome, status: after.status, now })
  if (after.status === 'pending') return { againAt: after.nextAttemptAt, nextEventId: null }
  return { againAt: null, nextEventId: await findNextUntried(tx, after) }
}

function retryAfterOf(result: OutboundResult): number | undefined {
  const asked = result.kind === 'answered' ? result.headers['retry-after'] : undefined
  return asked && /^\d{1,9}$/.test(asked) ? Number(asked) : undefined
}

function deliveryOf({ order, event, headers, result }: Attempt, attempt: number, now: Date): WebhookDelivery {
  const isAnswered = result.kind === 'answered'
  return {
    organizationId: order.organizationId,
    id: newId(now),
    eventId: event.id,
    endpointId: event.endpointId,
    attempt,
    isRedelivery: order.isRedelivery,
    httpCode: isAnswered ? result.status : null,
    succeeded: isAnswered && result.status >= 200 && result.status < 300,
    error: isAnswered ? null : result.reason,
    requestHeaders: headers,
    // The database refuses NUL in text; a receiver may answer anything.
    answerBody: isAnswered ? result.body.replaceAll('\0', '\uFFFD').slice(0, ANSWER_CHARACTERS).toWellFormed() : null,
    durationMs: Math.round(result.durationMs),
    createdAt: now,
  }
}

interface Seen {
  readonly status: number | null
  readonly now: Date
  readonly isRedelivery: boolean
  readonly isEnabled: boolean
}

/** The event after an attempt. A redelivery is one attempt: its failure leaves the event as it was, its success settles it. */
export function afterAttempt(event: WebhookEvent, outcome: Outcome, seen: Seen): WebhookEvent {
  const tried = { ...event, attempts: event.attempts + 1, lastHttpCode: seen.status, modifiedAt: seen.now }
  if (outcome.kind === 'delivered') return { ...tried, status: 'delivered', nextAttemptAt: null }
  if (seen.isRedelivery) return tried
  if (outcome.kind !== 'retry') return { ...tried, status: 'failed', nextAttemptAt: null }
  if (!seen.isEnabled) return { ...tried, status: 'skipped', nextAttemptAt: null }
  return { ...tried, nextAttemptAt: new Date(seen.now.getTime() + Math.ceil(outcome.inSeconds * 1000)) }
}

interface Judged {
  readonly endpoint: WebhookEndpoint
  readonly outcome: Outcome
  readonly status: WebhookEvent['status']
  readonly now: Date
}

async function judgeEndpoint(tx: Tx, platform: Platform, { endpoint, outcome, status, now }: Judged): Promise<void> {
  if (outcome.kind === 'delivered') {
    if (endpoint.failedInARow || endpoint.failingSince) await saveWebhookEndpoint(tx, { ...endpoint, failedInARow: 0, failingSince: null })
    return
  }
  const failedInARow = endpoint.failedInARow + (status === 'failed' ? 1 : 0)
  const failingSince = endpoint.failingSince ?? now
  const reason = outcome.kind === 'gone' ? 'gone' : disabledFor(failedInARow, failingSince, now)
  const next: WebhookEndpoint = { ...endpoint, failedInARow, failingSince }
  if (reason === null || !endpoint.isEnabled) return saveWebhookEndpoint(tx, next)
  const disabled: WebhookEndpoint = { ...next, isEnabled: false, disabledReason: reason, modifiedAt: now }
  await saveWebhookEndpoint(tx, disabled)
  await skipPendingEvents(tx, disabled, now)
  const { organizationId, id: endpointId, url } = disabled
  await tellOwners(tx, platform, { organizationId, endpointId, endpoint: url, reason, now })
}
