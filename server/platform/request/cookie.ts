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
