import { type RawBuilder, sql } from 'kysely'
import { type User, userColumns } from '#identity/users/model.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { preparedInsert, preparedRead } from '#platform/database/prepared-statements.ts'
import { flag, type Model, type Row } from '#platform/resource/columns.ts'
import { rows } from '#platform/resource/table.ts'
import type { LookupReads } from './batched-lookup.ts'
import { listedSessionColumns, type Session, type SessionRecord, sessionColumns, TOKEN_SEAL } from './model.ts'

declareSealed(TOKEN_SEAL, { table: 'sessions', column: 'sealed_token' })

declare module '#platform/database/tables.ts' {
  interface Tables {
    sessions: SessionsTable
  }
}

interface SessionsTable extends Row<typeof listedSessionColumns> {
  /** The SHA-256 of the token in hex. Lookups use it. */
  token_digest: string
  /** The token itself, sealed: its user may list it. */
  sealed_token: string
  is_remembered: boolean
}

const sessions = rows('sessions', sessionColumns)

const foundSessionColumns = { ...listedSessionColumns, isRemembered: flag() } as const

/** A session and its user as the lookup statement returns them: what is of the user begins with `user.`. */
export type SessionWithUserRow = Model<typeof foundSessionColumns> & { readonly [K in keyof User as `user.${K}`]: User[K] } & {
  /** The digest of the session token. */
  readonly digest: string
}

/** The columns of `SessionWithUserRow`. */
export const sessionWithUserColumns = sql`${rows('sessions', foundSessionColumns).modelSelection()},
  ${rows('users', userColumns).modelSelection('users', 'user.')}, sessions.token_digest as digest`

/** A session and its user. */
export interface SessionWithUser {
  readonly session: Session
  readonly user: User
}

const sessionProperties = Object.keys(foundSessionColumns) as readonly (keyof typeof foundSessionColumns)[]
// The names are made once: each request that reads its session comes through here.
const userProperties = Object.keys(userColumns).map((property) => [property, `user.${property}` as `user.${keyof User}`] as const)

/** The session and user of a row; `token` is the token of the lookup. */
export function fromSessionWithUserRow(row: SessionWithUserRow, token: string): SessionWithUser {
  const session: Record<string, unknown> = { token }
  for (const property of sessionProperties) session[property] = row[property]
  const user: Record<string, unknown> = {}
  for (const [property, selected] of userProperties) user[property] = row[selected]
  return { session: session as unknown as Session, user: user as unknown as User }
}

const sessionWithUserTables = sql.raw('from sessions join users on users.id = sessions.user_id')

/** Reads the session and user of one digest, or of several, expired or not, in one statement. */
export const sessionWithUserReads: LookupReads<SessionWithUserRow> = {
  one: preparedRead((db, digest: string) =>
    sql<SessionWithUserRow>`select ${sessionWithUserColumns} ${sessionWithUserTables} where sessions.token_digest = ${digest}`.compile(db),
  ),
  several: preparedRead((db, digests: readonly string[]) =>
    sql<SessionWithUserRow>`select ${sessionWithUserColumns} ${sessionWithUserTables} where sessions.token_digest = any(${digests}::text[])`.compile(
      db,
    ),
  ),
}

/** A session to insert, with the two stored forms of its token. */
export interface NewSession {
  readonly session: Session
  readonly digest: string
  readonly sealed: string
}

const insertRow = preparedInsert('sessions')

/** Inserts a session. */
export function insertSession(tx: Tx, { session, digest, sealed }: NewSession): Promise<void> {
  return insertRow(tx, {
    id: session.id,
    user_id: session.userId,
    token_digest: digest,
    sealed_token: sealed,
    is_remembered: session.isRemembered,
    ip_address: session.ipAddress,
    user_agent: session.userAgent,
    active_organization_id: session.activeOrganizationId,
    active_team_id: session.activeTeamId,
    impersonated_by: session.impersonatedBy,
    expires_at: session.expiresAt,
    last_seen_at: session.lastSeenAt,
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  })
}

/** Extends the expiry; false when the session was revoked meanwhile. `updated_at` stays: freshness counts from sign-in. One statement. */
export async function saveExpiry(db: Database, sessionId: string, expiresAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update sessions set expires_at = ${expiresAt} where id = ${sessionId}::uuid`.execute(db)
  return numAffectedRows === 1n
}

/** Stores when sessions were last used, unless another process stored a later time. One statement. */
export async function saveLastSeen(db: Database, seen: ReadonlyMap<string, Date>): Promise<void> {
  // Rows are locked in the order of their ids, so that two concurrent processes cannot deadlock.
  await sql`
    with seen as materialized (
      select known.id, noted.at from sessions as known
      join unnest(${[...seen.keys()]}::uuid[], ${[...seen.values()]}::timestamptz[]) as noted (id, at) on noted.id = known.id
      where known.last_seen_at < noted.at order by known.id for no key update of known
    )
    update sessions set last_seen_at = seen.at from seen where sessions.id = seen.id and sessions.last_seen_at < seen.at`.execute(db)
}

/** Sets or clears the session's active organization, without an active team. The organization must exist. */
export async function saveActiveOrganization(tx: Tx, sessionId: string, organizationId: string | null): Promise<void> {
  const change = { active_organization_id: organizationId, active_team_id: null }
  await tx.updateTable('sessions').set(change).where('id', '=', sessionId).execute()
}

/** Sets or clears the session's active team. It must be one of the active organization: the database refuses any other. */
export async function saveActiveTeam(tx: Tx, sessionId: string, teamId: string | null): Promise<void> {
  await tx.updateTable('sessions').set({ active_team_id: teamId }).where('id', '=', sessionId).execute()
}

/** Clears an active team in the sessions of one user or of all users. Returns the ids of the changed sessions. */
export async function clearActiveTeam(tx: Tx, teamId: string, userId?: string): Promise<string[]> {
  const all = tx.updateTable('sessions').set({ active_team_id: null }).where('active_team_id', '=', teamId)
  const cleared = await (userId === undefined ? all : all.where('user_id', '=', userId)).returning('id').execute()
  return cleared.map(({ id }) => id)
}

/** Clears an active organization in the sessions of one user or of all users. Returns the ids of the changed sessions. */
export async function clearActiveOrganization(tx: Tx, organizationId: string, userId?: string): Promise<string[]> {
  const none = { active_organization_id: null, active_team_id: null }
  const all = tx.updateTable('sessions').set(none).where('active_organization_id', '=', organizationId)
  const cleared = await (userId === undefined ? all : all.where('user_id', '=', userId)).returning('id').execute()
  return cleared.map(({ id }) => id)
}

/** The session of this digest, without its token; undefined when none exists. */
export function findSessionRecord(db: Database, digest: string): Promise<SessionRecord | undefined> {
  return db.selectFrom('sessions').where('token_digest', '=', digest).select(sessions.aliases).executeTakeFirst()
}

/** The session of this id, without its token; undefined when none exists. */
export function findSessionRecordById(db: Database, id: string): Promise<SessionRecord | undefined> {
  return db.selectFrom('sessions').where('id', '=', id).select(sessions.aliases).executeTakeFirst()
}

/** Selects true if the session exists, and locks it until the transaction ends. */
export function lockedSessionExists(sessionId: string): RawBuilder<unknown> {
  return sql`select true from sessions where id = ${sessionId}::uuid for update`
}

/** Deletes one session. */
export async function deleteSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Deletes a session if it is still expired. One statement. */
export async function deleteIfExpired(db: Database, sessionId: string, now: Date): Promise<void> {
  await sql`delete from sessions where id = ${sessionId}::uuid and expires_at <= ${now}`.execute(db)
}

/** Deletes the sessions of a user and those in which the user impersonates others, except `exceptId`. Returns the deleted sessions. */
export function deleteSessionsOf(tx: Tx, userId: string, exceptId?: string): Promise<SessionRecord[]> {
  const all = tx.deleteFrom('sessions').where((row) => row.or([row('user_id', '=', userId), row('impersonated_by', '=', userId)]))
  return (exceptId === undefined ? all : all.where('id', '!=', exceptId)).returning(sessions.aliases).execute()
}

/** Deletes the sessions in which a user impersonates others. Returns the deleted sessions. */
export function deleteImpersonationSessionsBy(tx: Tx, userId: string): Promise<SessionRecord[]> {
  return tx.deleteFrom('sessions').where('impersonated_by', '=', userId).returning(sessions.aliases).execute()
}

/** A session as its user may list it: its token is sealed. */
export type ListedSession = Omit<Session, 'token'> & { readonly sealedToken: string }

const LISTED_MAX = 100

/** The unexpired sessions of a user without impersonation sessions, the newest first, at most a hundred. */
export function listSessionsOf(db: Database, userId: string, now: Date): Promise<ListedSession[]> {
  return currentSessionsOf(db, userId, now)
    .where('impersonated_by', 'is', null)
    .select([...sessions.aliases, 'sealed_token as sealedToken', 'is_remembered as isRemembered', 'last_seen_at as lastSeenAt'])
    .execute()
}

/** The same including impersonation sessions, without tokens. For administrators. */
export function listAllSessionsOf(db: Database, userId: string, now: Date): Promise<SessionRecord[]> {
  return currentSessionsOf(db, userId, now).select(sessions.aliases).execute()
}

function currentSessionsOf(db: Database, userId: string, now: Date) {
  const current = db.selectFrom('sessions').where('user_id', '=', userId).where('expires_at', '>', now)
  return current.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(LISTED_MAX)
}

/** Deletes at most `most` expired sessions. Returns how many. */
export async function deleteExpiredSessions(tx: Tx, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where id in (
      select id from sessions where expires_at <= ${now} order by expires_at limit ${most} for update skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
