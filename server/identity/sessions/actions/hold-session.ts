import { sql } from 'kysely'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { PersonCaller } from '#platform/http/caller.ts'
import { sessionRefusals } from '../refusals.ts'

/**
 * Keeps the caller's session from ending until the transaction ends. Refuses a session that ended since the request was recognized
 * (401): whoever was signed out while a password of theirs was checked does nothing any more.
 */
export async function holdSession(tx: Tx, { session }: Pick<PersonCaller, 'session'>): Promise<void> {
  const { rows } = await sql`select from sessions where id = ${session.id}::uuid for key share`.execute(tx)
  refuseWhen(rows.length === 0, sessionRefusals.notOwn)
}
