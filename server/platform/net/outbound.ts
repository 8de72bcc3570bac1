/** A request to a server of a third party. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  /** The maximum number of response bytes that are read. */
  readonly answerBytes: number
}

/** The result. `blocked`: the IP address is not allowed; `failed`: no response in time, or no connection. */
export type OutboundResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      readonly durationMs: number
    }
  | { readonly kind: 'blocked' | 'failed'; readonly reason: string; readonly durationMs: number }

/**
 * Makes outbound calls: resolves the host, checks every IP address, connects to a checked one, follows no redirect, and limits time
 * and size.
 */
export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundResult>
  /** Why `url` may not be called (scheme, credentials, a forbidden literal IP address), or undefined. Does not resolve names. */
  refusalOf(url: string): string | undefined
}
