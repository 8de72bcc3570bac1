import { type Generated, sql } from 'kysely'
import { type Database, isUniqueBreach, type Tx } from '#platform/database/database.ts'
import { preparedInsert } from '#platform/database/prepared-statements.ts'
import type { Row } from '#platform/resource/columns.ts'
import { rows } from '#platform/resource/table.ts'
import { ADMINISTRATOR, type ImportedUser, type NewUser, type User, userColumns } from './user.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    /** `is_verified_unattended`: the link that verified the email was opened without a session of the account, perhaps by a mail scanner. */
    users: Row<typeof userColumns> & { is_verified_unattended: Generated<boolean> }
  }
}

export const users = rows('users', userColumns)

const insertRow = preparedInsert('users')

/** Inserts a user. Rejects with the database's unique violation when the email or user name is taken. */
export async function insertUser(tx: Tx, user: NewUser, now: Date): Promise<User> {
  const created = { ...user, banned: null, banReason: null, banExpires: null, language: null, createdAt: now, updatedAt: now }
  await insertRow(tx, users.toRow(created))
  return created
}

/** Inserts many users at once. Returns the inserted ones: a user whose id, email or user name is taken is skipped. */
export async function insertUsers(tx: Tx, imported: readonly ImportedUser[], now: Date): Promise<User[]> {
  if (imported.length === 0) return []
  const all = imported.map((user) => ({ ...user, banned: null, banReason: null, banExpires: null, language: null, updatedAt: now }))
  const insert = users.inserting(tx, all).onConflict((conflict) => conflict.doNothing())
  const inserted = new Set((await insert.returning('id').execute()).map(({ id }) => id))
  return all.filter(({ id }) => inserted.has(id))
}

/**
 * Writes the columns that a rule changed of a user who is locked, or guarded against changes. Rejects with the database's unique
 * violation when the email or user name is taken.
 */
export async function saveUser(tx: Tx, from: User, to: User): Promise<void> {
  await tx.updateTable('users').set(users.changes(from, to)).where('id', '=', to.id).execute()
}

/** Whether the email of a user is verified, and not by a link that was opened without a session of the account; for a query of `users`. */
export const isVerifiedAttended = sql<boolean>`(users.is_email_verified and not users.is_verified_unattended)`

/** Records whether the link that verified the email of a locked user was opened without a session of the account. */
export async function saveUnattended(tx: Tx, userId: string, isUnattended: boolean): Promise<void> {
  await tx.updateTable('users').set({ is_verified_unattended: isUnattended }).where('id', '=', userId).execute()
}

/** The unique name that `error` says was taken, if that is what it says. */
export function takenNameOf(error: unknown): 'users_email_key' | 'users_username_key' | undefined {
  return (['users_email_key', 'users_username_key'] as const).find((name) => isUniqueBreach(error, name))
}

// The first condition matches the partial index of users with a role other than 'user'.
const isAdministrator = sql<boolean>`role <> 'user' and ${sql.lit(ADMINISTRATOR)} = any(string_to_array(role, ','))`

/** Whether the platform has an administrator. */
export async function hasAdministrator(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where(isAdministrator).limit(1).executeTakeFirst()) !== undefined
}

/** All administrators, banned or not, locked until the transaction ends: of two that revoke each other's role, one waits. */
export function lockAdministrators(tx: Tx): Promise<User[]> {
  // FOR NO KEY UPDATE lets a concurrent transaction insert a session that references an administrator in `impersonated_by`. That
  // transaction has already locked its user, so with a stronger lock the two would deadlock.
  return tx.selectFrom('users').select(users.aliases).where(isAdministrator).orderBy('id').forNoKeyUpdate().execute()
}

/** Whether a user has this user name (as it is stored). */
export async function isUsernameUsed(db: Database, username: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()) !== undefined
}

/** The user with this email (in lower case). */
export function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
  return db.selectFrom('users').select(users.aliases).where('email', '=', email).executeTakeFirst()
}

/** The user with this email (in lower case), locked until the transaction ends. */
export function lockUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.selectFrom('users').select(users.aliases).where('email', '=', email).forUpdate().executeTakeFirst()
}

/** Locks the user's row until the transaction ends, so that rows counted for the user do not change meanwhile. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** The user, locked until the transaction ends. */
export function findAndLockUser(tx: Tx, userId: string): Promise<User | undefined> {
  return tx.selectFrom('users').select(users.aliases).where('id', '=', userId).forUpdate().executeTakeFirst()
}

/** Deletes the user with all sign-in methods, sessions, devices and memberships. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
