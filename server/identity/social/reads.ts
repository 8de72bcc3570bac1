import { sql } from 'kysely'
import { userColumns } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import type { Guard } from '#platform/database/batch-statements.ts'
import type { Database } from '#platform/database/database.ts'

/** Whom a provider has sent, and by which browser. */
export interface Asked {
  readonly providerId: string
  /** The person's id at the provider. */
  readonly accountId: string
  /** In lower case; null where there is none. */
  readonly email: string | null
  /** Digest of the token of the browser, where it has one. */
  readonly deviceDigest: string | null
}

/** Whose the account is; else who has the address. */
export interface Found {
  readonly user: User
  /** The row of the account; null where the account is nobody's and this person has the address. */
  readonly linkId: string | null
  /** Whether the person has any account of the provider. */
  readonly hasProvider: boolean
  /** Whether the person has signed in with this browser before, and with any. */
  readonly isKnownDevice: boolean
  readonly hasDevices: boolean
}

/** Looks a person up by an account of a provider (provider and id together), else by the address: one statement. */
export async function findArriving(db: Database, { providerId, accountId, email, deviceDigest }: Asked): Promise<Found | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', providerId).on('accounts.account_id', '=', accountId),
    )
    .select([...userColumns, 'accounts.id as linkId'])
    .select([
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
  const { linkId, hasProvider, isKnownDevice, hasDevices, ...user } = row
  return { user, linkId, hasProvider, isKnownDevice, hasDevices }
}

/** A guard for writes: the person, and their account where there is one, still are what was read, and stay it while they are written. */
export function stillIs({ user, linkId }: Pick<Found, 'user' | 'linkId'>): Guard {
  if (linkId === null)
    return { holds: sql`select true from users where id = ${user.id} and updated_at = ${user.updatedAt} for no key update` }
  return {
    holds: sql`
      select true from users join accounts on accounts.user_id = users.id
      where users.id = ${user.id} and users.updated_at = ${user.updatedAt} and accounts.id = ${linkId} for no key update`,
  }
}

/** Whether a session lives, and is its person's own. */
export async function isOwnSession(db: Database, about: { sessionId: string; userId: string; now: Date }): Promise<boolean> {
  const session = db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', about.sessionId)
    .where('user_id', '=', about.userId)
    .where('impersonated_by', 'is', null)
    .where('expires_at', '>', about.now)
  return (await session.executeTakeFirst()) !== undefined
}

/** A guard for writes: the session lives, is its person's own, and stays it while they are written. */
export function stillSignedIn(about: { sessionId: string; userId: string; now: Date }): Guard {
  return {
    holds: sql`
      select true from users join sessions on sessions.user_id = users.id
      where users.id = ${about.userId} and sessions.id = ${about.sessionId} and sessions.expires_at > ${about.now}
        and sessions.impersonated_by is null for no key update`,
  }
}
