// The part of autocannon 9 that the bench uses; the package has no types.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface Asking {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
    /** Gives what is sent in its place, anew each time. */
    readonly setupRequest?: (request: Asking) => Asking
  }

  /** One connection. */
  export interface Client {
    setRequests(requests: Asking[]): void
  }

  export interface Options {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration?: number
    /** Requests in all, instead of a duration. */
    readonly amount?: number
    readonly requests: readonly Asking[]
    readonly setupClient?: (client: Client) => void
  }

  export interface Result {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    readonly timeouts: number
    /** How many answers had each status. */
    readonly statusCodeStats: object
    /** Seconds that it took. */
    readonly duration: number
  }

  const autocannon: (options: Options, done: (error: Error | null, result: Result) => void) => EventEmitter
  export default autocannon
}
