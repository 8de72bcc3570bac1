import { sql, type Updateable } from 'kysely'
import { type Database, isUniqueBreach, json, type Tx } from '#platform/database/database.ts'
import { preparedInsert } from '#platform/database/prepared-statements.ts'
import { ADMINISTRATOR, type ImportedUser, type NewUser, type User } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    users: UsersTable
  }
}

interface UsersTable {
  id: string
  name: string
  email: string
  is_email_verified: boolean
  image: string | null
  username: string | null
  display_username: string | null
  role: string | null
  is_banned: boolean | null
  ban_reason: string | null
  ban_expires_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The columns of a user under their names in the model. Every statement that reads a user selects them. */
export const userColumns = [
  'users.id as id',
  'users.name as name',
  'users.email as email',
  'users.is_email_verified as emailVerified',
  'users.image as image',
  'users.username as username',
  'users.display_username as displayUsername',
  'users.role as role',
  'users.is_banned as banned',
  'users.ban_reason as banReason',
  'users.ban_expires_at as banExpires',
  'users.created_at as createdAt',
  'users.updated_at as updatedAt',
] as const

const insertRow = preparedInsert('users')

/** Inserts a user. Rejects with the database's unique violation when the email or user name is taken. */
export async function insertUser(tx: Tx, user: NewUser, now: Date): Promise<User> {
  await insertRow(tx, {
    id: user.id,
    name: user.name,
    email: user.email,
    is_email_verified: user.emailVerified,
    image: user.image,
    username: user.username,
    display_username: user.displayUsername,
    role: user.role,
    is_banned: null,
    ban_reason: null,
    ban_expires_at: null,
    created_at: now,
    updated_at: now,
  })
  return { ...user, banned: null, banReason: null, banExpires: null, createdAt: now, updatedAt: now }
}

/** Inserts many users at once. Returns the inserted ones: a user whose id, email or user name is taken is skipped. */
export async function insertUsers(tx: Tx, users: readonly ImportedUser[], now: Date): Promise<User[]> {
  const { rows } = await sql<{ id: string }>`
    insert into users (id, name, email, is_email_verified, image, username, display_username, role, created_at, updated_at)
    select id, name, email, "emailVerified", image, username, "displayUsername", role, "createdAt", ${now}
    from jsonb_to_recordset(${json(users)}) as input (
      id uuid, name text, email text, "emailVerified" boolean, image text, username text, "displayUsername" text, role text,
      "createdAt" timestamptz
    ) on conflict do nothing returning id`.execute(tx)
  const written = new Set(rows.map(({ id }) => id))
  const rest = { banned: null, banReason: null, banExpires: null, updatedAt: now }
  return users.filter(({ id }) => written.has(id)).map((user) => ({ ...user, ...rest }))
}

/** The profile fields that a user may change. */
export type ProfileChange = Partial<Pick<User, 'name' | 'image' | 'username' | 'displayUsername'>>

/** Updates the profile and returns the updated user. Rejects with the database's unique violation when the user name is taken. */
export function saveProfile(tx: Tx, userId: string, change: ProfileChange & { readonly now: Date }): Promise<User> {
  return tx
    .updateTable('users')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.image !== undefined && { image: change.image }),
      ...(change.username !== undefined && { username: change.username }),
      ...(change.displayUsername !== undefined && { display_username: change.displayUsername }),
      updated_at: change.now,
    })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}

/** Marks the user's email as verified. */
export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ is_email_verified: true, updated_at: now }).where('id', '=', userId).execute()
}

/** The replacement of one email (in lower case) by another. */
export interface EmailChange {
  readonly userId: string
  readonly from: string
  readonly to: string
  readonly now: Date
}

/**
 * Replaces the user's email by an unverified one. Returns undefined when the current email is no longer `from`. Rejects with the
 * database's unique violation when the email is taken.
 */
export function saveEmail(tx: Tx, { userId, from, to, now }: EmailChange): Promise<User | undefined> {
  return tx
    .updateTable('users')
    .set({ email: to, is_email_verified: false, updated_at: now })
    .where('id', '=', userId)
    .where('email', '=', from)
    .returning(userColumns)
    .executeTakeFirst()
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
  return tx.selectFrom('users').select(userColumns).where(isAdministrator).orderBy('id').forNoKeyUpdate().execute()
}

/** The user with this email (in lower case). */
export function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
  return db.selectFrom('users').select(userColumns).where('email', '=', email).executeTakeFirst()
}

/** The user with this email (in lower case), locked until the transaction ends. */
export function lockUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.selectFrom('users').select(userColumns).where('email', '=', email).forUpdate().executeTakeFirst()
}

/** Locks the user's row until the transaction ends, so that rows counted for the user do not change meanwhile. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** The user, locked until the transaction ends. */
export function findAndLockUser(tx: Tx, userId: string): Promise<User | undefined> {
  return tx.selectFrom('users').select(userColumns).where('id', '=', userId).forUpdate().executeTakeFirst()
}

/** Replaces the user's roles (comma-joined). */
export function saveRole(tx: Tx, userId: string, { role, now }: { readonly role: string; readonly now: Date }): Promise<User> {
  return updateUser(tx, userId, { role, updated_at: now })
}

/** The reason and end of a ban; a null end is permanent. */
export interface Ban {
  readonly reason: string
  readonly expiresAt: Date | null
}

/** Bans the user. */
export function saveBan(tx: Tx, userId: string, { reason, expiresAt, now }: Ban & { readonly now: Date }): Promise<User> {
  return updateUser(tx, userId, { is_banned: true, ban_reason: reason, ban_expires_at: expiresAt, updated_at: now })
}

function updateUser(tx: Tx, userId: string, change: Updateable<UsersTable>): Promise<User> {
  return tx.updateTable('users').set(change).where('id', '=', userId).returning(userColumns).executeTakeFirstOrThrow()
}

/** Makes the user a verified administrator. */
export async function promoteUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ role: ADMINISTRATOR, is_email_verified: true, updated_at: now }).where('id', '=', userId).execute()
}

/** Removes the user's ban. */
export async function liftBan(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ is_banned: false, ban_reason: null, ban_expires_at: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** Deletes the user with all sign-in methods, sessions, devices and memberships. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
