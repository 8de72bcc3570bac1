/** The provider id of password accounts. Their account id is the user's id. */
export const CREDENTIAL = 'credential'

/** The purpose under which provider tokens are sealed. */
export const TOKEN_SEAL = 'provider-token'

/** One sign-in method of a user, without its secrets. Times are UTC. */
export interface Account {
  readonly id: string
  readonly providerId: string
  /** The user's id at the provider; for passwords the user's own id. */
  readonly accountId: string
  /** Comma-joined. */
  readonly scope: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The tokens that a provider issued for a user. A token that it did not send is null, and its expiry is meaningless. Times are UTC. */
export interface LinkTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly idToken: string | null
  readonly accessTokenExpiresAt: Date | null
  readonly refreshTokenExpiresAt: Date | null
  /** The granted scopes; empty when the provider does not name them. */
  readonly scopes: readonly string[]
}

/** A linked provider account with its stored tokens. */
export interface Link extends LinkTokens {
  readonly id: string
  readonly providerId: string
  /** The user's id at the provider. */
  readonly accountId: string
  /** Changes whenever one of the tokens changes. */
  readonly version: string
  /** The tokens that were sealed under a secret that is no longer configured. They are null here and treated as missing. */
  readonly unreadable: ReadonlySet<'access' | 'refresh' | 'id'>
  /** The end of the lease of the request that is refreshing the tokens; null when none is. */
  readonly refreshLeaseEndsAt: Date | null
}

/** The scopes of a stored, comma-joined list. */
export function scopesOf(scope: string | null): string[] {
  return scope === null ? [] : scope.split(',').filter(Boolean)
}
