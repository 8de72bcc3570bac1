import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import type { Purpose, TokenDetails } from './model.ts'

/** A stored token that is newer by more than this was written with a wrong clock: an older token may replace it. */
const CLOCK_SKEW_MAX = sql.raw("interval '10 minutes'")

declare module '#platform/database/tables.ts' {
  interface Tables {
    verifications: VerificationsTable
  }
}

interface VerificationsTable {
  id: string
  /** `purpose:subject`: a newer token replaces the previous one. */
  identifier: string
  /** The digest of purpose and token. Only the recipient knows the token itself. */
  value: string
  user_id: string | null
  details: Readonly<Record<string, string | null>>
  used_at: Date | null
  expires_at: Date
  created_at: Date
  updated_at: Date
}

/** A one-time token as the client presents it. */
export interface TokenInput {
  readonly purpose: Purpose
  readonly value: string
  readonly now: Date
}

/** A one-time token to store. */
export interface CreateTokenInput extends TokenInput {
  /** The subject of the token: of one purpose and subject only the newest token is valid. */
  readonly subject: string
  readonly userId: string | null
  readonly details?: Readonly<Record<string, string | null>>
  readonly expiresAt: Date
}

/** The stored digest of a token, bound to its purpose. */
export function tokenDigestOf(secrets: Pick<Secrets, 'digest'>, { purpose, value }: Pick<TokenInput, 'purpose' | 'value'>): string {
  return secrets.digest(`${purpose}:${value}`)
}

/**
 * Stores a one-time token and replaces the previous one of its purpose and subject. An older token never replaces a newer one.
 * Storing the same token twice changes nothing. Write-only: may be a batched statement.
 */
export async function createToken(tx: Tx, secrets: Pick<Secrets, 'digest'>, token: CreateTokenInput): Promise<void> {
  const { purpose, subject, userId, details = {}, expiresAt, now } = token
  const value = tokenDigestOf(secrets, token)
  await sql`
    insert into verifications as known (id, identifier, value, user_id, details, used_at, expires_at, created_at, updated_at)
    values (${newId(now)}, ${`${purpose}:${subject}`}, ${value}, ${userId}, ${json(details)}, null, ${expiresAt}, ${now}, ${now})
    on conflict on constraint verifications_identifier_key do update set
      id = excluded.id, value = excluded.value, user_id = excluded.user_id, details = excluded.details, used_at = null,
      expires_at = excluded.expires_at, created_at = excluded.created_at, updated_at = excluded.updated_at
    where known.value <> excluded.value
      and (known.created_at <= excluded.created_at or known.created_at > excluded.created_at + ${CLOCK_SKEW_MAX})`.execute(tx)
}

/** The details of a valid token. Does not redeem it. */
export function findToken(db: Database, secrets: Pick<Secrets, 'digest'>, token: TokenInput): Promise<TokenDetails | undefined> {
  return db
    .selectFrom('verifications')
    .select(['user_id as userId', 'details'])
    .where('value', '=', tokenDigestOf(secrets, token))
    .where('expires_at', '>', token.now)
    .where('used_at', 'is', null)
    .executeTakeFirst()
}

/** Redeems a token, in one conditional statement: of many concurrent calls, one gets the details. */
export function redeemToken(tx: Tx, secrets: Pick<Secrets, 'digest'>, token: TokenInput): Promise<TokenDetails | undefined> {
  return tx
    .deleteFrom('verifications')
    .where('value', '=', tokenDigestOf(secrets, token))
    .where('expires_at', '>', token.now)
    .where('used_at', 'is', null)
    .returning(['user_id as userId', 'details'])
    .executeTakeFirst()
}

/** Records the first use of a token that may be presented again, in one conditional statement: true for one of many concurrent calls. */
export async function claimFirstUse(tx: Tx, secrets: Pick<Secrets, 'digest'>, token: TokenInput): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('verifications')
    .set({ used_at: token.now, updated_at: token.now })
    .where('value', '=', tokenDigestOf(secrets, token))
    .where('expires_at', '>', token.now)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Invalidates every link and one-time token of a user, after a change of email or password. Write-only: may be a batched statement. */
export async function invalidateTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('verifications').where('user_id', '=', userId).execute()
}

/** Invalidates the tokens of a purpose for these subjects. */
export async function invalidateTokens(tx: Tx, purpose: Purpose, subjects: readonly string[]): Promise<void> {
  const identifiers = subjects.map((subject) => `${purpose}:${subject}`)
  await tx.deleteFrom('verifications').where('identifier', 'in', identifiers).execute()
}

/** Deletes at most `most` tokens that expired before `before`. Returns how many. */
export async function deleteExpiredTokens(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from verifications where id in (
      select id from verifications where expires_at <= ${before} order by expires_at limit ${most} for update skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
