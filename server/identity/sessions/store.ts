import { sql } from 'kysely'
import type { User } from '#identity/users/model.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Session } from './model.ts'
import type { Use } from './rules.ts'

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
  sessions.impersonated_by as "impersonatedBy", sessions.is_remembered as "isRemembered"`)

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

/** The session of this digest and its person, expired or not: one statement. */
export async function findSignedIn(db: Database, digest: string): Promise<SignedInRow | undefined> {
  const { rows } = await sql<SignedInRow>`
    select ${signedInColumns} from sessions join users on users.id = sessions.user_id
    where sessions.token_digest = ${digest}`.execute(db)
  return rows[0]
}

/** A session about to be written, with the two forms in which its token is kept. */
export interface SessionToWrite {
  readonly session: Session
  readonly digest: string
  readonly sealed: string
}

/** Writes a new session. */
export async function insertSession(tx: Tx, { session, digest, sealed }: SessionToWrite): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
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
    .execute()
}

/** Notes that the session was used; false when it was ended meanwhile. `updated_at` stays: freshness counts from sign-in. */
export async function saveUse(tx: Tx, sessionId: string, use: Use): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ expires_at: use.expiresAt, last_seen_at: use.lastSeenAt })
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes an organization the session's active one, or none. The new organization must exist. */
export async function saveActiveOrganization(tx: Tx, sessionId: string, organizationId: string | null): Promise<void> {
  await tx.updateTable('sessions').set({ active_organization_id: organizationId }).where('id', '=', sessionId).execute()
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

/** Ends the session of this digest; gives what it was, or nothing when there is none. */
export function deleteSession(tx: Tx, digest: string): Promise<EndedSession | undefined> {
  return tx.deleteFrom('sessions').where('token_digest', '=', digest).returning(endedColumns).executeTakeFirst()
}

/** Ends every session of a person; gives what they were. */
export function deleteSessionsOf(tx: Tx, userId: string): Promise<EndedSession[]> {
  return tx.deleteFrom('sessions').where('user_id', '=', userId).returning(endedColumns).execute()
}

/** Deletes at most `most` sessions that have expired; gives how many. */
export async function deleteExpiredSessions(tx: Tx, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where id in (
      select id from sessions where expires_at <= ${now} order by expires_at limit ${most} for update skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
