/** The provider of accounts that are proven by a password. Their account id is the person's own. */
export const CREDENTIAL = 'credential'

/** One way in of a person, without its secrets. Times are UTC. */
export interface Account {
  readonly id: string
  readonly providerId: string
  /** The person's id at the provider; for passwords the person's own id. */
  readonly accountId: string
  /** Comma-joined. */
  readonly scope: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
