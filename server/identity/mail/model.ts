/** The purpose under which a letter that waits is sealed: its links let their reader in. */
export const EMAIL_SEAL = 'letter'

/** A letter that waits to be sent. Its values are plain JSON. */
export interface QueuedEmail {
  readonly email: string
  readonly to: string
  readonly values: unknown
  /** ISO 8601: from then on it is of no use and is not sent; null for one that always is. */
  readonly until: string | null
}
