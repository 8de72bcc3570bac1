/** Attributes of a cookie besides `Path=/; SameSite=Lax`, which every cookie has, and `HttpOnly`, which it has unless scripts read it. */
export interface CookieAttributes {
  /** Seconds; without it the cookie ends with the browser. 0 clears. */
  readonly maxAgeSeconds?: number
  readonly secure: boolean
  /** Whether scripts of a page may read and write it. Default: false. */
  readonly isScriptable?: boolean
}

/** A cookie to send; the value is already encoded. */
export interface NamedCookie {
  readonly name: string
  readonly value: string
  readonly attributes: CookieAttributes
}
