/** What is known of a request besides its parts. */
export interface RequestInfo {
  readonly id: string
  readonly method: string
  /** The path as asked for, without the query. */
  readonly path: string
  /** The client's address by the rule of `TRUST_PROXY`; `''` when there is none (in-process calls). */
  readonly address: string
  readonly userAgent: string | null
  /** Header values by lower-case name; repeated ones are joined by `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Cookie values, decoded, by name. */
  readonly cookies: ReadonlyMap<string, string>
  /** The language to answer in. */
  readonly language: 'en'
}

/** Attributes of a cookie besides `Path=/; HttpOnly; SameSite=Lax`, which all have. */
export interface CookieAttributes {
  /** Seconds; without it the cookie ends with the browser. 0 clears. */
  readonly maxAgeSeconds?: number
  readonly secure: boolean
}

/** A cookie to be sent; the value is encoded already. */
export interface NamedCookie {
  readonly name: string
  readonly value: string
  readonly attributes: CookieAttributes
}

/** What a handle may say of its answer besides its body. */
export interface Reply {
  /** Another status than the declared one. */
  status(code: number): void
  header(name: string, value: string): void
  /** `value` is written as it is: encode it before. */
  cookie(name: string, value: string, attributes: CookieAttributes): void
  /** Answers with `Location` and, unless told, 302; the handle then returns nothing. */
  redirect(location: string, code?: 302 | 303): void
  /** Answers with text of another type than JSON (SVG, HTML, CSV); the handle then returns nothing. */
  text(contentType: string, body: string): void
  /**
   * The same with a text that is too long to be held at once, piece by piece as fast as it is read; the handle then returns nothing.
   * What fails once the answer has begun cuts it off.
   */
  stream(contentType: string, pieces: AsyncIterable<string>): void
  /**
   * Answers with server-sent events until the client leaves, `seconds` pass, or the server stops; the handle then returns
   * nothing. `first` as a function runs once the channel is watched, so that nothing falls between looking and listening.
   */
  events(channel: string, options?: { readonly first?: FirstEvents; readonly seconds?: number }): void
}

/** The events that a stream begins with. */
export type FirstEvents = readonly ServerEvent[] | (() => Promise<readonly ServerEvent[]>)

/** One server-sent event; `data` is written as JSON. */
export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}
