import { type RawBuilder, sql } from 'kysely'
import type { User } from '#identity/users/model.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { preparedInsert, preparedRead } from '#platform/database/prepared.ts'
import type { LookUpReads } from './look-up.ts'
import type { Session } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    sessions: SessionsTable
  }
}

interface SessionsTable {
  id: string
  user_id: string
  /** SHA-256 of the token in hex: by it a session is found. */
  token_digest: string
  /** The token itself, sealed: its person may list it. */
  sealed_token: string
  is_remembered: boolean
  ip_address: string | null
  user_agent: string | null
  active_organization_id: string | null
  impersonated_by: string | null
  expires_at: Date
  last_seen_at: Date
  created_at: Date
  updated_at: Date
}

/** A session and its person as the statement that looks them up gives them. */
export interface SignedInRow extends Omit<User, 'id' | 'createdAt' | 'updatedAt'> {
  /** Of the token by which it is found. */
  readonly digest: string
  readonly userId: string
  readonly userCreatedAt: Date
  readonly userUpdatedAt: Date
  readonly sessionId: string
  readonly sessionCreatedAt: Date
  readonly sessionUpdatedAt: Date
  readonly expiresAt: Date
  readonly lastSeenAt: Date
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly activeOrganizationId: string | null
  readonly impersonatedBy: string | null
  readonly isRemembered: boolean
}

/** The columns of `SignedInRow`. Written by hand: this is looked up at nearly every request. */
export const signedInColumns = sql.raw(`
  users.id as "userId", users.name, users.email, users.is_email_verified as "emailVerified", users.image, users.username,
  users.display_username as "displayUsername", users.role, users.is_banned as banned, users.ban_reason as "banReason",
  users.ban_expires_at as "banExpires", users.created_at as "userCreatedAt", users.updated_at as "userUpdatedAt",
  sessions.id as "sessionId", sessions.created_at as "sessionCreatedAt", sessions.updated_at as "sessionUpdatedAt",
  sessions.expires_at as "expiresAt", sessions.last_seen_at as "lastSeenAt", sessions.ip_address as "ipAddress",
  sessions.user_agent as "userAgent", sessions.active_organization_id as "activeOrganizationId",
  sessions.impersonated_by as "impersonatedBy", sessions.is_remembered as "isRemembered",
  sessions.token_digest as digest`)

/** A session and whose it is. */
export interface SignedIn {
  readonly session: Session
  readonly user: User
}

/** The session and person of a row; `token` is the one that it was found by. */
export function fromSignedInRow(row: SignedInRow, token: string): SignedIn {
  const { userId, sessionId } = row
  return {
    session: {
      id: sessionId,
      token,
      userId,
      expiresAt: row.expiresAt,
      lastSeenAt: row.lastSeenAt,
      createdAt: row.sessionCreatedAt,
      updatedAt: row.sessionUpdatedAt,
      ipAddress: row.ipAddress,
      userAgent: row.userAgent,
      activeOrganizationId: row.activeOrganizationId,
      impersonatedBy: row.impersonatedBy,
      isRemembered: row.isRemembered,
    },
    user: {
      id: userId,
      name: row.name,
      email: row.email,
      emailVerified: row.emailVerified,
      image: row.image,
      username: row.username,
      displayUsername: row.displayUsername,
      role: row.role,
      banned: row.banned,
      banReason: row.banReason,
      banExpires: row.banExpires,
      createdAt: row.userCreatedAt,
      updatedAt: row.userUpdatedAt,
    },
  }
}

const signedInTables = sql.raw('from sessions join users on users.id = sessions.user_id')

/** The session of a digest, or those of several, and their persons, expired or not: one statement. */
export const signedInReads: LookUpReads<SignedInRow> = {
  one: preparedRead((db, digest: string) =>
    sql<SignedInRow>`select ${signedInColumns} ${signedInTables} where sessions.token_digest = ${digest}`.compile(db),
  ),
  several: preparedRead((db, digests: readonly string[]) =>
    sql<SignedInRow>`select ${signedInColumns} ${signedInTables} where sessions.token_digest = any(${digests}::text[])`.compile(db),
  ),
}

/** A session about to be written, with the two forms in which its token is kept. */
export interface SessionToWrite {
  readonly session: Session
  readonly digest: string
  readonly sealed: string
}

const insertRow = preparedInsert('sessions')

/** Writes a new session. */
export function insertSession(tx: Tx, { session, digest, sealed }: SessionToWrite): Promise<void> {
  return insertRow(tx, {
    id: session.id,
    user_id: session.userId,
    token_digest: digest,
    sealed_token: sealed,
    is_remembered: session.isRemembered,
    ip_address: session.ipAddress,
    user_agent: session.userAgent,
    active_organization_id: session.activeOrganizationId,
    impersonated_by: session.impersonatedBy,
    expires_at: session.expiresAt,
    last_seen_at: session.lastSeenAt,
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  })
}

/** Moves the end of a session; false when it was ended meanwhile. `updated_at` stays: freshness counts from sign-in. One statement. */
export async function saveExpiry(db: Database, sessionId: string, expiresAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update sessions set expires_at = ${expiresAt} where id = ${sessionId}::uuid`.execute(db)
  return numAffectedRows === 1n
}

/** Writes when sessions were last seen, unless another process saw them later. One statement. */
export async function saveSeen(db: Database, seen: ReadonlyMap<string, Date>): Promise<void> {
  // In the order of ids, so that two processes that write at once wait for each other and never in a circle.
  await sql`
    with seen as materialized (
      select known.id, noted.at from sessions as known
      join unnest(${[...seen.keys()]}::uuid[], ${[...seen.values()]}::timestamptz[]) as noted (id, at) on noted.id = known.id
      where known.last_seen_at < noted.at order by known.id for no key update of known
    )
    update sessions set last_seen_at = seen.at from seen where sessions.id = seen.id and sessions.last_seen_at < seen.at`.execute(db)
}

/** Makes an organization the session's active one, or none. The new organization must exist. */
export async function saveActiveOrganization(tx: Tx, sessionId: string, organizationId: string | null): Promise<void> {
  await tx.updateTable('sessions').set({ active_organization_id: organizationId }).where('id', '=', sessionId).execute()
}

/** Takes an organization out of the sessions in which it is the active one, of one person or of all; gives the sessions' ids. */
export async function clearActiveOrganization(tx: Tx, organizationId: string, userId?: string): Promise<string[]> {
  const all = tx.updateTable('sessions').set({ active_organization_id: null }).where('active_organization_id', '=', organizationId)
  const rows = await (userId === undefined ? all : all.where('user_id', '=', userId)).returning('id').execute()
  return rows.map(({ id }) => id)
}

const endedColumns = [
  'id',
  'user_id as userId',
  'expires_at as expiresAt',
  'ip_address as ipAddress',
  'user_agent as userAgent',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'active_organization_id as activeOrganizationId',
  'impersonated_by as impersonatedBy',
] as const

/** What is known of a session after its end: everything but its token. */
export type EndedSession = Omit<Session, 'token' | 'isRemembered' | 'lastSeenAt'>

/** The session of this digest as it will be told of once it has ended; nothing when there is none. */
export function findEnding(db: Database, digest: string): Promise<EndedSession | undefined> {
  return db.selectFrom('sessions').where('token_digest', '=', digest).select(endedColumns).executeTakeFirst()
}

/** The same by its id. */
export function findEndingById(db: Database, id: string): Promise<EndedSession | undefined> {
  return db.selectFrom('sessions').where('id', '=', id).select(endedColumns).executeTakeFirst()
}

/** That the session is still there, and held until whoever asks has ended it. */
export function stillThere(sessionId: string): RawBuilder<unknown> {
  return sql`select true from sessions where id = ${sessionId}::uuid for update`
}

/** Ends one session. */
export async function deleteSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Deletes a session that is over, if it still is. One statement. */
export async function deleteOver(db: Database, sessionId: string, now: Date): Promise<void> {
  await sql`delete from sessions where id = ${sessionId}::uuid and expires_at <= ${now}`.execute(db)
}

/** Ends the sessions of a person and those that they borrowed of others, but the one excepted; gives what they were. */
export function deleteSessionsOf(tx: Tx, userId: string, exceptId?: string): Promise<EndedSession[]> {
  const all = tx.deleteFrom('sessions').where((row) => row.or([row('user_id', '=', userId), row('impersonated_by', '=', userId)]))
  return (exceptId === undefined ? all : all.where('id', '!=', exceptId)).returning(endedColumns).execute()
}

/** Ends the sessions that a person borrowed of others; gives what they were. */
export function deleteSessionsBorrowedBy(tx: Tx, userId: string): Promise<EndedSession[]> {
  return tx.deleteFrom('sessions').where('impersonated_by', '=', userId).returning(endedColumns).execute()
}

/** A session as its person may list it: its token is sealed. */
export type ListedSession = Omit<Session, 'token'> & { readonly sealedToken: string }

const LISTED_MAX = 100

/** The sessions of a person that are not over, the last begun first, at most a hundred; those that administrators borrowed are left out. */
export function listSessionsOf(db: Database, userId: string, now: Date): Promise<ListedSession[]> {
  return ofPerson(db, userId, now)
    .where('impersonated_by', 'is', null)
    .select([...endedColumns, 'sealed_token as sealedToken', 'is_remembered as isRemembered', 'last_seen_at as lastSeenAt'])
    .execute()
}

/** The same with those that administrators borrowed, for administrators: without tokens. */
export function listSessionsWithBorrowed(db: Database, userId: string, now: Date): Promise<EndedSession[]> {
  return ofPerson(db, userId, now).select(endedColumns).execute()
}

function ofPerson(db: Database, userId: string, now: Date) {
  const lasting = db.selectFrom('sessions').where('user_id', '=', userId).where('expires_at', '>', now)
  return lasting.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(LISTED_MAX)
}

/** Deletes at most `most` sessions that have expired; gives how many. */
export async function deleteExpiredSessions(tx: Tx, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where id in (
      select id from sessions where expires_at <= ${now} order by expires_at limit ${most} for update skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
