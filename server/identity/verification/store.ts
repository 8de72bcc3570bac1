import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import type { Issued, Purpose } from './model.ts'

/** A value that is newer by more than this was written by a clock that was wrong: it does not stay for that. */
const CLOCK_DOUBT = sql.raw("interval '10 minutes'")

declare module '#platform/database/tables.ts' {
  interface Tables {
    verifications: VerificationsTable
  }
}

interface VerificationsTable {
  id: string
  /** `purpose:subject`: a newer value takes the place of the one before. */
  identifier: string
  /** Digest of purpose and value; the value itself is known to its reader alone. */
  value: string
  user_id: string | null
  details: Readonly<Record<string, string | null>>
  used_at: Date | null
  expires_at: Date
  created_at: Date
  updated_at: Date
}

/** A one-time value as its reader brings it. */
export interface Given {
  readonly purpose: Purpose
  readonly value: string
  readonly now: Date
}

/** A one-time value about to be kept. */
export interface NewValue extends Given {
  /** Whom it is about: of one purpose and subject only the newest lives. */
  readonly subject: string
  readonly userId: string | null
  readonly details?: Readonly<Record<string, string | null>>
  readonly expiresAt: Date
}

/** Under what a value is kept: bound to its purpose. */
export function digestOf(secrets: Pick<Secrets, 'digest'>, { purpose, value }: Pick<Given, 'purpose' | 'value'>): string {
  return secrets.digest(`${purpose}:${value}`)
}

/**
 * Keeps a new one-time value in the place of the one before; one that was made earlier never replaces a later. Keeping the same
 * value twice changes nothing. Only writes, so that it may be among gathered ones.
 */
export async function issue(tx: Tx, secrets: Pick<Secrets, 'digest'>, wanted: NewValue): Promise<void> {
  const { purpose, subject, userId, details = {}, expiresAt, now } = wanted
  const value = digestOf(secrets, wanted)
  await sql`
    insert into verifications as known (id, identifier, value, user_id, details, used_at, expires_at, created_at, updated_at)
    values (${newId(now)}, ${`${purpose}:${subject}`}, ${value}, ${userId}, ${json(details)}, null, ${expiresAt}, ${now}, ${now})
    on conflict on constraint verifications_identifier_key do update set
      id = excluded.id, value = excluded.value, user_id = excluded.user_id, details = excluded.details, used_at = null,
      expires_at = excluded.expires_at, created_at = excluded.created_at, updated_at = excluded.updated_at
    where known.value <> excluded.value
      and (known.created_at <= excluded.created_at or known.created_at > excluded.created_at + ${CLOCK_DOUBT})`.execute(tx)
}

/** What was kept with a value that lives, without using it up. */
export function findIssued(db: Database, secrets: Pick<Secrets, 'digest'>, given: Given): Promise<Issued | undefined> {
  return db
    .selectFrom('verifications')
    .select(['user_id as userId', 'details'])
    .where('value', '=', digestOf(secrets, given))
    .where('expires_at', '>', given.now)
    .where('used_at', 'is', null)
    .executeTakeFirst()
}

/** Uses a value up, in one conditional statement: of many at once one gets what was kept with it. */
export function consume(tx: Tx, secrets: Pick<Secrets, 'digest'>, given: Given): Promise<Issued | undefined> {
  return tx
    .deleteFrom('verifications')
    .where('value', '=', digestOf(secrets, given))
    .where('expires_at', '>', given.now)
    .where('used_at', 'is', null)
    .returning(['user_id as userId', 'details'])
    .executeTakeFirst()
}

/** Notes the first use of a value that may be shown again, in one conditional statement: true for one of many at once. */
export async function useFirst(tx: Tx, secrets: Pick<Secrets, 'digest'>, given: Given): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('verifications')
    .set({ used_at: given.now, updated_at: given.now })
    .where('value', '=', digestOf(secrets, given))
    .where('expires_at', '>', given.now)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends every link and one-time value of a person: their address or password is another now. May be among gathered writes. */
export async function voidValuesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('verifications').where('user_id', '=', userId).execute()
}

/** Deletes at most `most` values that died before `before`; gives how many. */
export async function deleteDeadValues(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from verifications where id in (
      select id from verifications where expires_at <= ${before} order by expires_at limit ${most} for update skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
