/** A browser in which a user has signed in before, identified by its own token. Times are UTC. */
export interface Device {
  readonly userId: string
  readonly token: string
  readonly userAgent: string | null
}

/** The length of a device token, in characters. */
export const DEVICE_TOKEN_LENGTH = 32

/** Seconds for which a browser is known after its last sign-in: the maximum lifetime of a cookie. */
export const DEVICE_LIFETIME_SECONDS = 34_560_000
