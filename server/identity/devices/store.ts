import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { preparedInsert } from '#platform/database/prepared.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    devices: DevicesTable
  }
}

interface DevicesTable {
  id: string
  user_id: string
  token_digest: string
  user_agent: string | null
  last_seen_at: Date
  created_at: Date
}

/** A browser as it is kept: by the digest of its token. */
export interface SeenDevice {
  readonly userId: string
  readonly tokenDigest: string
  readonly userAgent: string | null
  readonly now: Date
}

const upsertRow = preparedInsert('devices', (insert, { last_seen_at, user_agent }) =>
  insert.onConflict((conflict) => conflict.constraint('devices_token_key').doUpdateSet({ last_seen_at, user_agent })),
)

/** Notes that the person has signed in with this browser, for the first time or again. May be one of several gathered writes. */
export function saveDevice(tx: Tx, { userId, tokenDigest, userAgent, now }: SeenDevice): Promise<void> {
  const row = { id: newId(now), user_id: userId, token_digest: tokenDigest, user_agent: userAgent }
  return upsertRow(tx, { ...row, last_seen_at: now, created_at: now })
}

/** Forgets every browser of a person: whoever signs in next is told of as new. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('devices').where('user_id', '=', userId).execute()
}

/** Deletes at most `most` browsers that were last used before `since`; gives how many. */
export async function deleteUnseenDevices(tx: Tx, since: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from devices where id in (
      select id from devices where last_seen_at < ${since} order by last_seen_at limit ${most} for update skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
