import { sql, type Updateable } from 'kysely'
import { type Database, isUniqueBreach, json, type Tx } from '#platform/database/database.ts'
import { preparedInsert } from '#platform/database/prepared.ts'
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

/** The columns of a person under their names in the model, for every statement that reads one. */
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

/** Writes a new person. Rejects with the database's unique breach when address or user name were taken meanwhile. */
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

/** Writes many at once; gives those who were written: not whose id, address or user name somebody has. */
export async function insertUsers(tx: Tx, users: readonly ImportedUser[], now: Date): Promise<User[]> {
  const { rows } = await sql<{ id: string }>`
    insert into users (id, name, email, is_email_verified, image, username, display_username, role, created_at, updated_at)
    select id, name, email, "emailVerified", image, username, "displayUsername", role, "createdAt", ${now}
    from jsonb_to_recordset(${json(users)}) as given (
      id uuid, name text, email text, "emailVerified" boolean, image text, username text, "displayUsername" text, role text,
      "createdAt" timestamptz
    ) on conflict do nothing returning id`.execute(tx)
  const written = new Set(rows.map(({ id }) => id))
  const rest = { banned: null, banReason: null, banExpires: null, updatedAt: now }
  return users.filter(({ id }) => written.has(id)).map((user) => ({ ...user, ...rest }))
}

/** What of a person may be changed by themselves. */
export type ProfileChange = Partial<Pick<User, 'name' | 'image' | 'username' | 'displayUsername'>>

/** Changes a person; gives them as they are then. Rejects with the database's unique breach when the user name is taken. */
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

/** Marks the person's address as proven. */
export async function proveAddress(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ is_email_verified: true, updated_at: now }).where('id', '=', userId).execute()
}

/** An address (in lower case) in the place of another. */
export interface AddressChange {
  readonly userId: string
  readonly from: string
  readonly to: string
  readonly now: Date
}

/**
 * Gives the person another address, which is not proven yet; nothing when theirs is not `from` any more. Rejects with the
 * database's unique breach when somebody has it.
 */
export function saveAddress(tx: Tx, { userId, from, to, now }: AddressChange): Promise<User | undefined> {
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

// The first half is what the index of the few who are more than ordinary is made for.
const isAdministrator = sql<boolean>`role <> 'user' and ${sql.lit(ADMINISTRATOR)} = any(string_to_array(role, ','))`

/** Whether the platform has an administrator. */
export async function hasAdministrator(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where(isAdministrator).limit(1).executeTakeFirst()) !== undefined
}

/** Everybody who administers the platform, banned or not, held until the transaction ends: of two who take each other's role one waits. */
export function lockAdministrators(tx: Tx): Promise<User[]> {
  // So that a session that names one as its borrower can be written meanwhile: that holds its person already, and both would wait for each other.
  return tx.selectFrom('users').select(userColumns).where(isAdministrator).orderBy('id').forNoKeyUpdate().execute()
}

/** Who has this address (in lower case). */
export function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
  return db.selectFrom('users').select(userColumns).where('email', '=', email).executeTakeFirst()
}

/** The person with this address (in lower case), locked until the transaction ends. */
export function lockUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.selectFrom('users').select(userColumns).where('email', '=', email).forUpdate().executeTakeFirst()
}

/** Holds the person's row until the transaction ends, so that what is counted for them stays counted. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** The person, held until the transaction ends. */
export function findAndLockUser(tx: Tx, userId: string): Promise<User | undefined> {
  return tx.selectFrom('users').select(userColumns).where('id', '=', userId).forUpdate().executeTakeFirst()
}

/** Gives the person other roles, comma-joined. */
export function saveRole(tx: Tx, userId: string, { role, now }: { readonly role: string; readonly now: Date }): Promise<User> {
  return savedUser(tx, userId, { role, updated_at: now })
}

/** Why somebody is banned, and until when; null: for good. */
export interface Ban {
  readonly reason: string
  readonly expiresAt: Date | null
}

/** Bans the person. */
export function saveBan(tx: Tx, userId: string, { reason, expiresAt, now }: Ban & { readonly now: Date }): Promise<User> {
  return savedUser(tx, userId, { is_banned: true, ban_reason: reason, ban_expires_at: expiresAt, updated_at: now })
}

function savedUser(tx: Tx, userId: string, change: Updateable<UsersTable>): Promise<User> {
  return tx.updateTable('users').set(change).where('id', '=', userId).returning(userColumns).executeTakeFirstOrThrow()
}

/** Makes the person a verified administrator. */
export async function promoteUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ role: ADMINISTRATOR, is_email_verified: true, updated_at: now }).where('id', '=', userId).execute()
}

/** Ends a ban that is over. */
export async function liftBan(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ is_banned: false, ban_reason: null, ban_expires_at: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** Deletes the person, and with them their ways in, sessions, browsers and memberships. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
