import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { preparedInsert } from '#platform/database/prepared-statements.ts'

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

/** A browser to store, identified by the digest of its token. */
export interface SaveDeviceInput {
  readonly userId: string
  readonly tokenDigest: string
  readonly userAgent: string | null
  readonly now: Date
}

const upsertRow = preparedInsert('devices', (insert, { last_seen_at, user_agent }) =>
  insert.onConflict((conflict) => conflict.constraint('devices_token_key').doUpdateSet({ last_seen_at, user_agent })),
)

/** Records that the user signed in with this browser, for the first time or again. Write-only: may be a batched statement. */
export function saveDevice(tx: Tx, { userId, tokenDigest, userAgent, now }: SaveDeviceInput): Promise<void> {
  const row = { id: newId(now), user_id: userId, token_digest: tokenDigest, user_agent: userAgent }
  return upsertRow(tx, { ...row, last_seen_at: now, created_at: now })
}

/** Whether the user has signed in with the browser of this token. */
export async function isDeviceOf(db: Database, userId: string, tokenDigest: string): Promise<boolean> {
  const found = await db
    .selectFrom('devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_digest', '=', tokenDigest)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes every browser of a user: the next sign-in counts as a new browser. */
export async function deleteDevicesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('devices').where('user_id', '=', userId).execute()
}

/** Deletes at most `most` browsers that were last used before `since`. Returns how many. */
export async function deleteUnseenDevices(tx: Tx, since: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from devices where id in (
      select id from devices where last_seen_at < ${since} order by last_seen_at limit ${most} for update skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
