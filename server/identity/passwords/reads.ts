import { CREDENTIAL } from '#identity/accounts/index.ts'
import { userColumns } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import type { Database, Tx } from '#platform/database/database.ts'

/** A person and the hash of their password; null for one without a password. */
export interface UserWithPassword {
  readonly user: User
  readonly hash: string | null
}

/** Who has this address (in lower case), with the hash of their password: one statement. */
export async function findUserWithPassword(db: Database, email: string): Promise<UserWithPassword | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', CREDENTIAL))
    .select([...userColumns, 'accounts.password as hash'])
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (!row) return undefined
  const { hash, ...user } = row
  return { user, hash }
}

/**
 * The person as they are now, provided that `hash` still is that of their password; their rows are held until the transaction
 * ends. A password changed while another was checked lets nobody in.
 */
export function holdUserWithPassword(tx: Tx, userId: string, hash: string): Promise<User | undefined> {
  return tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(userColumns)
    .where('users.id', '=', userId)
    .where('accounts.provider_id', '=', CREDENTIAL)
    .where('accounts.password', '=', hash)
    .forShare()
    .executeTakeFirst()
}
