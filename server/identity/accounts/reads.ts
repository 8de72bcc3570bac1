import type { Secrets } from '#platform/crypto/secrets.ts'
import type { Database } from '#platform/database/database.ts'
import { type Link, scopesOf, TOKEN_SEAL } from './model.ts'

/** Selects one of a user's accounts at a provider: by the id of our row, otherwise the oldest. */
export interface LinkQuery {
  readonly userId: string
  readonly providerId: string
  readonly id: string | undefined
}

/** A linked provider account with its tokens, unsealed. */
export async function findLink(db: Database, secrets: Pick<Secrets, 'openOrNull'>, query: LinkQuery): Promise<Link | undefined> {
  const links = db
    .selectFrom('accounts')
    .select([
      'id',
      'sealed_access_token as sealedAccessToken',
      'sealed_refresh_token as sealedRefreshToken',
      'sealed_id_token as sealedIdToken',
      'access_token_expires_at as accessTokenExpiresAt',
      'refresh_token_expires_at as refreshTokenExpiresAt',
      'refresh_lease_ends_at as refreshLeaseEndsAt',
      'scope',
    ])
    .where('user_id', '=', query.userId)
    .where('provider_id', '=', query.providerId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
  const row = await (query.id === undefined ? links : links.where('id', '=', query.id)).executeTakeFirst()
  if (!row) return undefined
  const unreadable = new Set<'access' | 'refresh' | 'id'>()
  const open = (which: 'access' | 'refresh' | 'id', sealed: string | null): string | null => {
    const token = secrets.openOrNull(TOKEN_SEAL, sealed)
    if (sealed !== null && token === null) unreadable.add(which)
    return token
  }
  return {
    id: row.id,
    version: [row.sealedAccessToken, row.sealedRefreshToken, row.sealedIdToken].join(' '),
    accessToken: open('access', row.sealedAccessToken),
    refreshToken: open('refresh', row.sealedRefreshToken),
    idToken: open('id', row.sealedIdToken),
    unreadable,
    accessTokenExpiresAt: row.accessTokenExpiresAt,
    refreshTokenExpiresAt: row.refreshTokenExpiresAt,
    refreshLeaseEndsAt: row.refreshLeaseEndsAt,
    scopes: scopesOf(row.scope),
  }
}
