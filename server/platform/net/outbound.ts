/** A request to somebody else's server. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  /** Bytes of the answer that are kept; the rest is not read. */
  readonly answerBytes: number
}

/** What came of it. `blocked`: the address may not be reached; `failed`: no answer in time or no connection. */
export type OutboundResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      readonly durationMs: number
    }
  | { readonly kind: 'blocked' | 'failed'; readonly reason: string; readonly durationMs: number }

/** Calls the outside: resolves, checks every address, connects to the checked one, follows no redirect, bounds time and size. */
export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundResult>
  /** Why `url` may not be called (scheme, user-info, a forbidden literal address), or undefined. Does not resolve names. */
  refusalOf(url: string): string | undefined
}
