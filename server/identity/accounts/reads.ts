import type { Secrets } from '#platform/crypto/secrets.ts'
import type { Database } from '#platform/database/database.ts'
import { type Link, scopesOf, TOKEN_SEAL } from './model.ts'

/** Selects one of a user's provider accounts: by the id of our row, or the oldest one of a provider. */
export interface LinkQuery {
  readonly userId: string
  readonly providerId: string | undefined
  readonly id: string | undefined
}

/** A linked provider account with its tokens, unsealed. */
export async function findLink(db: Database, secrets: Pick<Secrets, 'openOrNull'>, query: LinkQuery): Promise<Link | undefined> {
  const links = db
    .selectFrom('accounts')
    .select([
      'id',
      'provider_id as providerId',
      'account_id as accountId',
      'sealed_access_token as sealedAccessToken',
      'sealed_refresh_token as sealedRefreshToken',
      'sealed_id_token as sealedIdToken',
      'access_token_expires_at as accessTokenExpiresAt',
      'refresh_token_expires_at as refreshTokenExpiresAt',
      'refresh_lease_ends_at as refreshLeaseEndsAt',
      'scope',
    ])
    .where('user_id', '=', query.userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
  const ofProvider = query.providerId === undefined ? links : links.where('provider_id', '=', query.providerId)
  const row = await (query.id === undefined ? ofProvider : ofProvider.where('id', '=', query.id)).executeTakeFirst()
  if (!row) return undefined
  const unreadable = new Set<'access' | 'refresh' | 'id'>()
  const open = (which: 'access' | 'refresh' | 'id', sealed: string | null): string | null => {
    const token = secrets.openOrNull(TOKEN_SEAL, sealed)
    if (sealed !== null && token === null) unreadable.add(which)
    return token
  }
  return {
    id: row.id,
    providerId: row.providerId,
    accountId: row.accountId,
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
