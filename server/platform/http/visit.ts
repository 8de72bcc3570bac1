import { monotonicMs } from '../clock.ts'
import { type Messages, messages } from '../database/named.ts'
import type { Caller } from './caller.ts'
import type { NamedCookie, RequestFacts } from './exchange.ts'
import type { Half } from './half.ts'

/** What the server keeps of one request while it lasts. */
export interface Visit {
  readonly facts: RequestFacts
  readonly half: Half | undefined
  readonly now: Date
  readonly startMs: number
  readonly messages: Messages
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
    visit: Visit
  }
}

/** A request that has been answered: for the log, the metrics, and tests that state how much a call may cost. */
export interface Answered {
  readonly requestId: string
  /** A route's name (`products:create`), `page:auth`, or `none`. */
  readonly name: string
  readonly method: string
  readonly status: number
  /** Messages sent to the database, BEGIN and COMMIT included. */
  readonly messages: number
  /** Their texts, when the server was told to keep them. */
  readonly texts: readonly string[]
  readonly durationMs: number
  readonly half: Half | undefined
}

/** Begins the visit of a request. */
export function visitOf(facts: RequestFacts, half: Half | undefined, { now, keepsTexts }: VisitGround): Visit {
  const counting = keepsTexts ? { count: 0, texts: [] } : { count: 0 }
  const nobody = { kind: 'nobody' } as const
  return {
    facts,
    half,
    now,
    startMs: monotonicMs(),
    messages: counting,
    caller: nobody,
    renewal: [],
    name: 'none',
    fault: undefined,
  }
}

interface VisitGround {
  readonly now: Date
  /** Whether the texts of messages to the database are kept. */
  readonly keepsTexts: boolean
}

/** Runs `act` so that its messages to the database are counted for this request. */
export function counted<T>(visit: Visit, act: () => T): T {
  return messages.run(visit.messages, act)
}
