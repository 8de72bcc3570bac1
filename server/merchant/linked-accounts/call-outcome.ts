// The meaning of an answer of Discord or GitHub for the benefit that caused the request. Pure.
import { type NamedReason, type Reason, reasonOf } from './reasons.ts'

/** The service that a request goes to, as customers and merchants read it. */
export type ServiceName = 'Discord' | 'GitHub'

/**
 * The outcome of a call (rule Y4). `action_required`: only the customer can continue, by linking an account · `transient`: the same call
 * may succeed later, at the earliest after `retryAfterSeconds` where the service names a time · `permanent`: it will not, until the
 * merchant or the operator changes something. The sentences hold no secrets and may be shown to merchants and customers.
 */
export type CallOutcome<Value = undefined> =
  | { readonly kind: 'done'; readonly value: Value }
  | ({ readonly kind: 'action_required' } & Reason)
  | ({ readonly kind: 'transient'; readonly retryAfterSeconds: number | null } & Reason)
  | ({ readonly kind: 'permanent' } & Reason)

/** A call that did not succeed. */
export type FailedCall = Exclude<CallOutcome, { readonly kind: 'done' }>

/** An answer of a service: its status, its headers in lower case, and its JSON; undefined where the body is none. */
export interface ServiceAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
}

/** The longest time in seconds for which a service is believed that it has to be left alone. */
const RETRY_AFTER_MAXIMUM = 86_400
const MILLISECONDS = 1000

/** The call is done. */
export function done(): CallOutcome
export function done<Value>(value: Value): CallOutcome<Value>
export function done<Value>(value?: Value): CallOutcome<Value | undefined> {
  return { kind: 'done', value }
}

/** The customer has to act first. */
export function actionRequired(reason: NamedReason): FailedCall {
  return { kind: 'action_required', ...reasonOf(reason) }
}

/** The call cannot succeed. */
export function permanent(reason: NamedReason): FailedCall {
  return { kind: 'permanent', ...reasonOf(reason) }
}

/** The call may succeed later; `retryAfterSeconds` is null where the service names no time. */
export function transient(reason: NamedReason, retryAfterSeconds: number | null = null): FailedCall {
  return { kind: 'transient', ...reasonOf(reason), retryAfterSeconds }
}

/** The outcome of an answer with a status of failure, which the call itself does not know better. */
export function failureOf(service: ServiceName, answer: ServiceAnswer, now: Date): FailedCall {
  const { status } = answer
  if (isRateLimited(answer)) return rateLimited(service, retryAfterOf(answer, now))
  if (status >= 500) return transient({ code: 'service_failed', sentence: `${service} answered ${status}.` }, retryAfterOf(answer, now))
  if (status === 401)
    return permanent({ code: 'credentials_refused', sentence: `${service} does not accept the credentials of this server.` })
  if (status === 403) return permanent({ code: 'permission_missing', sentence: `This server lacks a permission at ${service}.` })
  if (status === 404) return permanent({ code: 'target_unknown', sentence: `${service} does not know what the benefit names.` })
  return permanent({ code: 'request_refused', sentence: `${service} refused the request (${status}).` })
}

/** The service wants no further request of this kind for some time; null where it names none. */
export function rateLimited(service: ServiceName, retryAfterSeconds: number | null): FailedCall {
  return transient({ code: 'rate_limited', sentence: `${service} limits the rate of requests.` }, retryAfterSeconds)
}

/** Whether the answer only says that there were too many requests. GitHub says it with 403, too. */
export function isRateLimited({ status, headers }: ServiceAnswer): boolean {
  if (status === 429) return true
  return status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0')
}

/**
 * The seconds, rounded up, for which a service wants no further request of this kind; null where it names none. The longest of those that
 * it names counts: `retry_after` in the body, `Retry-After` in seconds or as a date, and the end of an allowance that is used up.
 */
export function retryAfterOf({ headers, json }: ServiceAnswer, now: Date): number | null {
  const named = [inBody(json), inHeader(headers['retry-after'], now), ofAllowance(headers, now)].filter((each) => each !== undefined)
  return named.length === 0 ? null : Math.min(Math.ceil(Math.max(0, ...named)), RETRY_AFTER_MAXIMUM)
}

function inBody(json: unknown): number | undefined {
  return secondsOf(fieldOf(json, 'retry_after'))
}

function inHeader(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined
  const seconds = secondsOf(text)
  if (seconds !== undefined) return seconds
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : (at - now.getTime()) / MILLISECONDS
}

/** Discord names the seconds until an allowance is renewed, GitHub the time in seconds since 1970. */
function ofAllowance(headers: ServiceAnswer['headers'], now: Date): number | undefined {
  if (headers['x-ratelimit-remaining'] !== '0') return undefined
  const after = secondsOf(headers['x-ratelimit-reset-after'])
  if (after !== undefined) return after
  const at = secondsOf(headers['x-ratelimit-reset'])
  return at === undefined ? undefined : at - now.getTime() / MILLISECONDS
}

function secondsOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))) return undefined
  return Number(value)
}

/** A field of a JSON object; undefined where there is none. */
export function fieldOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, name) ? Reflect.get(json, name) : undefined
}

/** A field that is text or a whole number, as text; '' where there is none. Ids of GitHub are numbers, those of Discord are text. */
export function textOf(json: unknown, name: string): string {
  const value = fieldOf(json, name)
  return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : ''
}
