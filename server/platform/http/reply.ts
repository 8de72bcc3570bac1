import type { ServerEvent } from '../live/live.ts'
import type { CookieAttributes } from '../request/cookie.ts'

/** Sets the parts of an answer besides its body. */
export interface Reply {
  /** Another status than the declared one. */
  status(code: number): void
  header(name: string, value: string): void
  /** `value` is written unchanged: encode it before. */
  cookie(name: string, value: string, attributes: CookieAttributes): void
  /** Answers with `Location` and a 302 by default; the handler then returns nothing. */
  redirect(location: string, code?: 302 | 303): void
  /** Answers with text that is not JSON (SVG, HTML, CSV); the handler then returns nothing. */
  text(contentType: string, body: string): void
  /** Answers with bytes (a picture); the handler then returns nothing. */
  bytes(contentType: string, body: Buffer): void
  /**
   * The same for a text that is too long to hold in memory: sends its pieces as fast as the client reads; the handler then returns
   * nothing. An error after the answer has begun cuts the connection.
   */
  stream(contentType: string, pieces: AsyncIterable<string>): void
  /**
   * Answers with server-sent events until the client disconnects, `seconds` pass, or the server stops; the handler then returns
   * nothing. `first` as a function runs after the subscription to the channel, so that no event is missed.
   */
  events(channel: string, options?: { readonly first?: FirstEvents; readonly seconds?: number }): void
}

/** The first events of a stream. */
export type FirstEvents = readonly ServerEvent[] | (() => Promise<readonly ServerEvent[]>)
