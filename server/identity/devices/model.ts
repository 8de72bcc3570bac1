/** A browser in which a person has signed in before. It carries a token of its own; times are UTC. */
export interface Device {
  readonly userId: string
  readonly token: string
  readonly userAgent: string | null
}

/** Characters of a device's token. */
export const DEVICE_TOKEN_LENGTH = 32

/** Seconds for which a browser is known after it was last used to sign in: as long as a cookie may live. */
export const KNOWN_FOR_SECONDS = 34_560_000
