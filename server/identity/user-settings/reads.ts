import { users } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import type { Database } from '#platform/database/database.ts'

/** The IP address from which the user signed up; null if it is not recorded. */
export async function findSignUpIpAddress(db: Database, userId: string): Promise<string | null> {
  const entries = db
    .selectFrom('audit_entries')
    .select('ip_address as address')
    .where('user_id', '=', userId)
    .where('action', '=', 'user.signed_up')
  return (await entries.executeTakeFirst())?.address ?? null
}

/** A user, and the state of a link that names their email. */
export interface LinkLookup {
  readonly user: User
  /** `unknown`: not a link of this user, invalidated, or expired. */
  readonly link: 'unknown' | 'unused' | 'used'
}

/** The user with this email (in lower case), and the state of the link with this digest: one statement. */
export async function findLinkByEmail(db: Database, query: { email: string; digest: string; now: Date }): Promise<LinkLookup | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('verifications', (join) =>
      join
        .onRef('verifications.user_id', '=', 'users.id')
        .on('verifications.value', '=', query.digest)
        .on('verifications.expires_at', '>', query.now),
    )
    .select([...users.aliases, 'verifications.id as linkId', 'verifications.used_at as usedAt'])
    .where('users.email', '=', query.email)
    .executeTakeFirst()
  if (!row) return undefined
  const { linkId, usedAt, ...user } = row
  return { user, link: linkId === null ? 'unknown' : usedAt === null ? 'unused' : 'used' }
}
