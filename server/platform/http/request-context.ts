import { monotonicMs } from '../clock.ts'
import { type RoundTrips, roundTrips } from '../database/named.ts'
import type { Api } from './api.ts'
import type { Caller } from './caller.ts'
import type { NamedCookie, RequestInfo } from './request.ts'

/** What the server keeps of one request while it lasts. */
export interface RequestContext {
  readonly request: RequestInfo
  readonly api: Api | undefined
  readonly now: Date
  readonly startMs: number
  readonly roundTrips: RoundTrips
  caller: Caller
  /** The cookies that tell the browser of a session that this request has renewed. */
  renewal: readonly NamedCookie[]
  /** Names what answers, for the log and the metrics: a route's name, or the page. */
  name: string
  /** Why it failed, where that is not the caller's doing. */
  fault: unknown
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a browser navigates here, so that a failure has to be a page. */
    readonly isNavigated?: true
  }
  interface FastifyRequest {
    requestContext: RequestContext
  }
}

/** A request that has been answered: for the log, the metrics, and tests that state how much a call may cost. */
export interface AnsweredRequest {
  readonly requestId: string
  /** A route's name (`products:create`), `page:auth`, or `none`. */
  readonly name: string
  readonly method: string
  readonly status: number
  /** Messages sent to the database, BEGIN and COMMIT included. */
  readonly roundTrips: number
  /** Their texts, when the server was told to keep them. */
  readonly texts: readonly string[]
  readonly durationMs: number
  readonly api: Api | undefined
}

/** Begins the visit of a request. */
export function requestContextOf(request: RequestInfo, api: Api | undefined, { now, keepsTexts }: RequestContextOptions): RequestContext {
  const counting = keepsTexts ? { count: 0, texts: [] } : { count: 0 }
  const nobody = { kind: 'anonymous' } as const
  return {
    request,
    api,
    now,
    startMs: monotonicMs(),
    roundTrips: counting,
    caller: nobody,
    renewal: [],
    name: 'none',
    fault: undefined,
  }
}

interface RequestContextOptions {
  readonly now: Date
  /** Whether the texts of messages to the database are kept. */
  readonly keepsTexts: boolean
}

/** Runs `act` so that its messages to the database are counted for this request. */
export function countRoundTrips<T>(requestContext: RequestContext, act: () => T): T {
  return roundTrips.run(requestContext.roundTrips, act)
}
