/** Properties of a request besides its path parameters, query and body. */
export interface RequestInfo {
  readonly id: string
  readonly method: string
  /** The requested path, without the query. */
  readonly path: string
  /** The client's IP address according to `TRUST_PROXY`; `''` for in-process calls. */
  readonly ipAddress: string
  readonly userAgent: string | null
  /** Header values by lower-case name; repeated ones are joined by `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Cookie values, decoded, by name. */
  readonly cookies: ReadonlyMap<string, string>
  /** The language to answer in. */
  readonly language: 'en'
}

/** Attributes of a cookie besides `Path=/; HttpOnly; SameSite=Lax`, which every cookie has. */
export interface CookieAttributes {
  /** Seconds; without it the cookie ends with the browser. 0 clears. */
  readonly maxAgeSeconds?: number
  readonly secure: boolean
}

/** A cookie to send; the value is already encoded. */
export interface NamedCookie {
  readonly name: string
  readonly value: string
  readonly attributes: CookieAttributes
}

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

/** One server-sent event; `data` is written as JSON. */
export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}
