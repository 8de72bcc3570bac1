// The part of autocannon 9 that the bench uses; the package has no types.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface Request {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
    /** Returns the request that is sent instead, called each time. */
    readonly setupRequest?: (request: Request) => Request
  }

  /** One connection. */
  export interface Client {
    setRequests(requests: Request[]): void
  }

  export interface Options {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration?: number
    /** The total number of requests, instead of a duration. */
    readonly amount?: number
    readonly requests: readonly Request[]
    readonly setupClient?: (client: Client) => void
  }

  export interface Result {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    readonly timeouts: number
    /** The number of answers by status. */
    readonly statusCodeStats: object
    /** Seconds. */
    readonly duration: number
  }

  const autocannon: (options: Options, done: (error: Error | null, result: Result) => void) => EventEmitter
  export default autocannon
}
