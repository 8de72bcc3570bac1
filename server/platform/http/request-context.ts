import { monotonicMs } from '../clock.ts'
import { type RoundTrips, roundTrips } from '../database/named-pool.ts'
import type { Caller } from '../request/caller.ts'
import type { NamedCookie } from '../request/cookie.ts'
import type { RequestInfo } from '../request/request.ts'
import type { Api } from './api.ts'

/** The state of one request while it is processed. */
export interface RequestContext {
  readonly request: RequestInfo
  readonly api: Api | undefined
  readonly now: Date
  readonly startMs: number
  readonly roundTrips: RoundTrips
  caller: Caller
  /** Cookies of a session that this request renewed. */
  renewal: readonly NamedCookie[]
  /** The name of the route or page that answers, for the log and the metrics. */
  name: string
  /** The error of a failure that is not the caller's fault. */
  fault: unknown
  /** The content that was sent and answered; undefined until the answer is ready, and for answers in parts. */
  content: AnsweredContent | undefined
}

/** The content of a request and of its answer, for a log of calls. `route` has Fastify's form: `/v1/products/:id`. */
export interface AnsweredContent {
  readonly route: string
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly answer: unknown
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether browsers navigate to the route, so that a failure is shown as a page. */
    readonly isNavigated?: true
    /** Whether the route is counted after its origin check and not before every check. */
    readonly isCountedByRoute?: true
    /** The commas that its JSON body may have. */
    readonly bodyCommas?: number
    /** Whether its JSON body is not parsed. */
    readonly takesRawBody?: true
  }
  interface FastifyRequest {
    requestContext: RequestContext
  }
}

/** An answered request, for the log, the metrics and tests of the cost of calls. */
export interface AnsweredRequest {
  readonly requestId: string
  /** A route's name (`products:create`), `page:auth`, or `none`. */
  readonly name: string
  readonly method: string
  readonly status: number
  /** Round trips to the database, COMMIT included. */
  readonly roundTrips: number
  /** The SQL of the statements, when the server records it (`keepsStatements`). */
  readonly statements: readonly string[]
  readonly durationMs: number
  readonly api: Api | undefined
  readonly caller: Caller
  /** When it came in, in the server's time. */
  readonly startedAt: Date
  readonly content: AnsweredContent | undefined
}

/** Creates the context of a request. */
export function requestContextOf(
  request: RequestInfo,
  api: Api | undefined,
  { now, keepsStatements }: RequestContextOptions,
): RequestContext {
  const counter = keepsStatements ? { count: 0, statements: [] } : { count: 0 }
  const anonymous = { kind: 'anonymous' } as const
  return {
    request,
    api,
    now,
    startMs: monotonicMs(),
    roundTrips: counter,
    caller: anonymous,
    renewal: [],
    name: 'none',
    fault: undefined,
    content: undefined,
  }
}

interface RequestContextOptions {
  readonly now: Date
  /** Whether the SQL of the statements is recorded. */
  readonly keepsStatements: boolean
}

/** Runs `act` and counts its round trips to the database for this request. */
export function countRoundTrips<T>(requestContext: RequestContext, act: () => T): T {
  return roundTrips.run(requestContext.roundTrips, act)
}
