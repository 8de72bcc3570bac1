import { sql } from 'kysely'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { sessionRefusals } from '../refusals.ts'

/**
 * Locks the caller's session until the transaction ends. Refuses a session that was revoked since the request was authenticated
 * (401): a user who is signed out while the server verifies the password must not continue. The user's row is locked first, so that
 * concurrent actions of one user run one after the other. If each locked its session and then deleted the others', they would deadlock.
 */
export async function lockSession(tx: Tx, { session, user }: Pick<UserCaller, 'session' | 'user'>): Promise<void> {
  const { rows } = await sql`
    with locked as (select id from users where id = ${user.id}::uuid for no key update)
    select from sessions join locked on locked.id = sessions.user_id where sessions.id = ${session.id}::uuid for key share of sessions`.execute(
    tx,
  )
  refuseWhen(rows.length === 0, sessionRefusals.notOwn)
}
