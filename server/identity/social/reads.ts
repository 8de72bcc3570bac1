import { sql } from 'kysely'
import { isVerifiedAttended, users } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import type { Guard } from '#platform/database/batch-statements.ts'
import type { Database } from '#platform/database/database.ts'

/** Identifies a user of a provider and their browser. */
export interface ProviderAccountQuery {
  readonly providerId: string
  /** The user's id at the provider. */
  readonly accountId: string
  /** In lower case; null if there is none. */
  readonly email: string | null
  /** Digest of the device token of the browser, if it has one. */
  readonly deviceDigest: string | null
}

/** The user of the account, otherwise the user of the email. */
export interface ProviderAccountMatch {
  readonly user: User
  /** Whether the email of the user is verified, and not by an unattended link (decision 38). */
  readonly isVerifiedAttended: boolean
  /** The row of the account; null if the account is not linked and the user was found by email. */
  readonly linkId: string | null
  /** Whether the user has any account of the provider. */
  readonly hasProvider: boolean
  /** Whether the user has signed in with this browser before, and with any browser. */
  readonly isKnownDevice: boolean
  readonly hasDevices: boolean
}

/** Finds a user by an account of a provider (provider and id together), otherwise by the email: one statement. */
export async function findUserByProviderAccount(
  db: Database,
  { providerId, accountId, email, deviceDigest }: ProviderAccountQuery,
): Promise<ProviderAccountMatch | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', providerId).on('accounts.account_id', '=', accountId),
    )
    .select([...users.aliases, 'accounts.id as linkId'])
    .select([
      isVerifiedAttended.as('isVerifiedAttended'),
      sql<boolean>`exists (select from accounts where user_id = users.id and provider_id = ${providerId}::text)`.as('hasProvider'),
      sql<boolean>`exists (select from devices where user_id = users.id and token_digest = ${deviceDigest}::text)`.as('isKnownDevice'),
      sql<boolean>`exists (select from devices where user_id = users.id)`.as('hasDevices'),
    ])
    .where(
      'users.id',
      '=',
      sql<string>`coalesce(
        (select user_id from accounts where provider_id = ${providerId}::text and account_id = ${accountId}::text),
        (select id from users where email = ${email}::text))`,
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { linkId, isVerifiedAttended: isAttended, hasProvider, isKnownDevice, hasDevices, ...user } = row
  return { user, isVerifiedAttended: isAttended, linkId, hasProvider, isKnownDevice, hasDevices }
}

/** A user who links an account of a provider, and the owner of that account, if any. */
export interface LinkParties {
  readonly user: Pick<User, 'email' | 'emailVerified' | 'language'>
  readonly owner: { readonly id: string; readonly userId: string } | undefined
}

/** Finds a user and the owner of a provider account, by provider and the id there: one statement. Undefined without the user. */
export async function findLinkParties(
  db: Database,
  { userId, providerId, accountId }: { readonly userId: string; readonly providerId: string; readonly accountId: string },
): Promise<LinkParties | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('accounts', (join) => join.on('accounts.provider_id', '=', providerId).on('accounts.account_id', '=', accountId))
    .select([
      'users.email',
      'users.is_email_verified as emailVerified',
      'users.language',
      'accounts.id as linkId',
      'accounts.user_id as ownerId',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { linkId, ownerId, ...user } = row
  return { user, owner: linkId === null || ownerId === null ? undefined : { id: linkId, userId: ownerId } }
}

/** A guard for writes: the user, and their account if any, are unchanged since the read; locks them. */
export function unchangedUserGuard({ user, linkId }: Pick<ProviderAccountMatch, 'user' | 'linkId'>): Guard {
  if (linkId === null)
    return { holds: sql`select true from users where id = ${user.id} and updated_at = ${user.updatedAt} for no key update` }
  return {
    holds: sql`
      select true from users join accounts on accounts.user_id = users.id
      where users.id = ${user.id} and users.updated_at = ${user.updatedAt} and accounts.id = ${linkId} for no key update`,
  }
}

/** Whether a session is active and is not an impersonation session. */
export async function isOwnSession(db: Database, query: { sessionId: string; userId: string; now: Date }): Promise<boolean> {
  const session = db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', query.sessionId)
    .where('user_id', '=', query.userId)
    .where('impersonated_by', 'is', null)
    .where('expires_at', '>', query.now)
  return (await session.executeTakeFirst()) !== undefined
}

/** A guard for writes: the session is active and is not an impersonation session; locks it. */
export function signedInGuard(query: { sessionId: string; userId: string; now: Date }): Guard {
  return {
    holds: sql`
      select true from users join sessions on sessions.user_id = users.id
      where users.id = ${query.userId} and sessions.id = ${query.sessionId} and sessions.expires_at > ${query.now}
        and sessions.impersonated_by is null for no key update`,
  }
}
