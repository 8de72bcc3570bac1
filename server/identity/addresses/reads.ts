import { userColumns } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import type { Database } from '#platform/database/database.ts'

/** The client's address from which the person signed up; null where it is not on record. */
export async function findSignUpAddress(db: Database, userId: string): Promise<string | null> {
  const entries = db.selectFrom('audit_entries').select('address').where('user_id', '=', userId).where('action', '=', 'user.signed_up')
  return (await entries.executeTakeFirst())?.address ?? null
}

/** A person, and what is known of a link that names their address. */
export interface LinkOf {
  readonly user: User
  /** `unknown`: none of theirs, voided, or over. */
  readonly link: 'unknown' | 'unused' | 'used'
}

/** Who has this address (in lower case), and what the link of this digest is to them: one statement. */
export async function findLinkOf(db: Database, about: { email: string; digest: string; now: Date }): Promise<LinkOf | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('verifications', (join) =>
      join
        .onRef('verifications.user_id', '=', 'users.id')
        .on('verifications.value', '=', about.digest)
        .on('verifications.expires_at', '>', about.now),
    )
    .select([...userColumns, 'verifications.id as linkId', 'verifications.used_at as usedAt'])
    .where('users.email', '=', about.email)
    .executeTakeFirst()
  if (!row) return undefined
  const { linkId, usedAt, ...user } = row
  return { user, link: linkId === null ? 'unknown' : usedAt === null ? 'unused' : 'used' }
}
