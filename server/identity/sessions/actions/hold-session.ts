import { sql } from 'kysely'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { sessionRefusals } from '../refusals.ts'

/**
 * Keeps the caller's session from ending until the transaction ends. Refuses a session that ended since the request was recognized
 * (401): whoever was signed out while a password of theirs was checked does nothing any more. The person is held first, so that of
 * several such acts of one person each waits for the one before: if each held its session and then ended the others', all would wait.
 */
export async function holdSession(tx: Tx, { session, user }: Pick<UserCaller, 'session' | 'user'>): Promise<void> {
  const { rows } = await sql`
    with held as (select id from users where id = ${user.id}::uuid for no key update)
    select from sessions join held on held.id = sessions.user_id where sessions.id = ${session.id}::uuid for key share of sessions`.execute(
    tx,
  )
  refuseWhen(rows.length === 0, sessionRefusals.notOwn)
}
