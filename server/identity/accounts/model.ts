/** The provider of accounts that are proven by a password. Their account id is the person's own. */
export const CREDENTIAL = 'credential'

/** The purpose under which tokens of providers are sealed. */
export const TOKEN_SEAL = 'provider-token'

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

/** What a provider gave for a person. A token is null where it sent none, and then its end means nothing. Times are UTC. */
export interface LinkTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly idToken: string | null
  readonly accessTokenExpiresAt: Date | null
  readonly refreshTokenExpiresAt: Date | null
  /** What was granted; empty where the provider does not say. */
  readonly scopes: readonly string[]
}

/** An account of a provider with what was kept of its tokens. */
export interface Link extends LinkTokens {
  readonly id: string
  /** Differs from that of every other state of these tokens. */
  readonly version: string
  /** Those that were sealed under a secret that is not known any more: they are null here, and as good as none. */
  readonly forgotten: ReadonlySet<'access' | 'refresh' | 'id'>
  /** Until when somebody is asking the provider for new ones; null where nobody is. */
  readonly refreshLeaseEndsAt: Date | null
}

/** The scopes of a stored, comma-joined list. */
export function scopesOf(scope: string | null): string[] {
  return scope === null ? [] : scope.split(',').filter(Boolean)
}
