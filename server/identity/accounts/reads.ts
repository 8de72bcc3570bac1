import type { Secrets } from '#platform/crypto/secrets.ts'
import type { Database } from '#platform/database/database.ts'
import { type Link, scopesOf, TOKEN_SEAL } from './model.ts'

/** Whose account of a provider it is, by the provider and the id there. */
export function findOwner(
  db: Database,
  about: { readonly providerId: string; readonly accountId: string },
): Promise<{ readonly id: string; readonly userId: string } | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'user_id as userId'])
    .where('provider_id', '=', about.providerId)
    .where('account_id', '=', about.accountId)
    .executeTakeFirst()
}

/** Which of a person's accounts of a provider is meant: by the id of our row, else the oldest. */
export interface LinkAsked {
  readonly userId: string
  readonly providerId: string
  readonly id: string | undefined
}

/** An account of a provider with its tokens, opened. */
export async function findLink(db: Database, secrets: Pick<Secrets, 'open'>, asked: LinkAsked): Promise<Link | undefined> {
  const query = db
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
    .where('user_id', '=', asked.userId)
    .where('provider_id', '=', asked.providerId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
  const row = await (asked.id === undefined ? query : query.where('id', '=', asked.id)).executeTakeFirst()
  if (!row) return undefined
  const forgotten = new Set<'access' | 'refresh' | 'id'>()
  const opened = (which: 'access' | 'refresh' | 'id', sealed: string | null): string | null => {
    try {
      return sealed === null ? null : secrets.open(TOKEN_SEAL, sealed)
    } catch {
      forgotten.add(which)
      return null
    }
  }
  return {
    id: row.id,
    version: [row.sealedAccessToken, row.sealedRefreshToken, row.sealedIdToken].join(' '),
    accessToken: opened('access', row.sealedAccessToken),
    refreshToken: opened('refresh', row.sealedRefreshToken),
    idToken: opened('id', row.sealedIdToken),
    forgotten,
    accessTokenExpiresAt: row.accessTokenExpiresAt,
    refreshTokenExpiresAt: row.refreshTokenExpiresAt,
    refreshLeaseEndsAt: row.refreshLeaseEndsAt,
    scopes: scopesOf(row.scope),
  }
}
