// Requests to the APIs of Discord and GitHub: bounded in time and size, through the outbound client, and quiet while a rate limit lasts.
import { assert } from '#kernel/assert.ts'
import { sendToProvider } from '#platform/net/provider-proxy.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type CallOutcome,
  type FailedCall,
  failureOf,
  isRateLimited,
  rateLimited,
  retryAfterOf,
  type ServiceAnswer,
  type ServiceName,
  transient,
} from '../call-outcome.ts'

const TIMEOUT_MS = 10_000
/** A guild has at most 250 roles, a page of invitations 100 entries: both fit. */
const ANSWER_BYTES = 1024 * 1024
/** The allowances that are remembered at once. The one that ends first is dropped beyond. */
const PAUSES_MAXIMUM = 1000

/** The part of the platform that the adapters need. */
export type ServiceDeps = Pick<Platform, 'outbound' | 'settings' | 'clock' | 'log'>

/** A request to a service. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The URL, with its query. Path segments are encoded by `pathOf`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON, or a form. */
  readonly body?: object | URLSearchParams | undefined
  /**
   * The allowance that the request uses: requests of one allowance are held back together while a service asks for it. Both services count
   * by credential and resource.
   */
  readonly allowance: string
}

/** The answer of a service, or why there is none. */
export type CallResult = { readonly kind: 'answered'; readonly answer: ServiceAnswer } | FailedCall

/** Calls one service. Never rejects for what the service or the network does. */
export interface ServiceCalls {
  call(request: ServiceRequest): Promise<CallResult>
  /** The outcome of an answer of failure. */
  failure(answer: ServiceAnswer): FailedCall
}

/** The path of segments that come from outside, each encoded. A segment that would lead out of the path is a bug of the caller. */
export function pathOf(...segments: readonly string[]): string {
  assert(!segments.some((segment) => /^\.{0,2}$/.test(segment)), 'A segment of a path leads out of it')
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
}

/** Maps the outcome of a call that is done; any other stays. */
export async function thenOf<From, To>(
  outcome: CallOutcome<From>,
  next: (value: From) => CallOutcome<To> | Promise<CallOutcome<To>>,
): Promise<CallOutcome<To>> {
  return outcome.kind === 'done' ? next(outcome.value) : outcome
}

/** The calls of a service. What it says about its rate limits is remembered in this process. */
export function createServiceCalls(deps: ServiceDeps, service: ServiceName): ServiceCalls {
  const pauses = createPauses()
  return {
    failure: (answer) => failureOf(service, answer, deps.clock.now()),
    call: async (request) => {
      const paused = pauses.secondsOf(request.allowance, deps.clock.now())
      if (paused > 0) return rateLimited(service, paused)
      const result = await sendToProvider(deps, {
        method: request.method,
        url: request.url,
        headers: { accept: 'application/json', ...contentTypeOf(request.body), ...request.headers },
        ...bodyOf(request.body),
        timeoutMs: TIMEOUT_MS,
        answerBytes: ANSWER_BYTES,
      })
      if (result.kind !== 'answered') {
        const { reason, durationMs } = result
        deps.log.warn('A request to a service failed.', { service, method: request.method, reason, durationMs: Math.round(durationMs) })
        return transient({ code: 'unreachable', sentence: `${service} could not be reached: ${reason}` })
      }
      const answer = { status: result.status, headers: result.headers, json: jsonOf(result.body) }
      pauses.note(request.allowance, answer, deps.clock.now())
      return { kind: 'answered', answer }
    },
  }
}

function contentTypeOf(body: ServiceRequest['body']): Readonly<Record<string, string>> {
  if (body === undefined) return {}
  return { 'content-type': body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json' }
}

function bodyOf(body: ServiceRequest['body']): { readonly body?: string } {
  if (body === undefined) return {}
  return { body: body instanceof URLSearchParams ? body.toString() : JSON.stringify(body) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The times for which allowances are used up. */
interface Pauses {
  /** The seconds for which no request of the allowance is sent; 0 if it may be. */
  secondsOf(allowance: string, now: Date): number
  note(allowance: string, answer: ServiceAnswer, now: Date): void
}

/** The allowance that stands for all: Discord limits every request of a bot together, too. */
const EVERYTHING = ''

function createPauses(): Pauses {
  const untilMs = new Map<string, number>()
  const remaining = (allowance: string, now: Date) => Math.ceil(((untilMs.get(allowance) ?? 0) - now.getTime()) / 1000)
  return {
    secondsOf: (allowance, now) => Math.max(0, remaining(allowance, now), remaining(EVERYTHING, now)),
    note: (allowance, answer, now) => {
      const isUsedUp = isRateLimited(answer) || answer.headers['x-ratelimit-remaining'] === '0'
      const seconds = isUsedUp ? retryAfterOf(answer, now) : null
      if (seconds === null || seconds === 0) return
      untilMs.set(answer.headers['x-ratelimit-global'] === 'true' ? EVERYTHING : allowance, now.getTime() + seconds * 1000)
      if (untilMs.size > PAUSES_MAXIMUM) forgetFirst(untilMs)
    },
  }
}

function forgetFirst(untilMs: Map<string, number>): void {
  const [first] = [...untilMs].sort(([, left], [, right]) => left - right)
  if (first) untilMs.delete(first[0])
}
