/** The purpose under which a queued email is sealed: its links authenticate the reader. */
export const EMAIL_SEAL = 'letter'

/** A queued email. Its values are plain JSON. */
export interface QueuedEmail {
  readonly email: string
  readonly to: string
  /** The language of the recipient. */
  readonly language: string
  readonly values: unknown
  /** The time after which the email is not sent (ISO 8601); null for no limit. */
  readonly until: string | null
}
