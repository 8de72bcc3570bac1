import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { type SecurityEntry, securityActionNames } from './model.ts'

/** Which entries: whose, how many, and before which one. */
export interface EntriesAsked {
  readonly userId: string
  readonly limit: number
  readonly before: string | undefined
}

/** What was done to a person's account, the latest first: one statement. Before an entry that is not theirs there is nothing. */
export async function listSecurityEntries(db: Database, { userId, limit, before }: EntriesAsked): Promise<SecurityEntry[]> {
  const edge = sql`(
    select happened_at from audit_entries where id = ${before ?? null}::uuid and user_id = ${userId}::uuid and organization_id is null
  )`
  const isEarlier = before === undefined ? sql`true` : sql`(happened_at, id) < (${edge}, ${before}::uuid)`
  const { rows } = await sql<SecurityEntry>`
    select id, action, happened_at as "happenedAt", address, user_agent as "userAgent", details,
      coalesce(actor ->> 'session', case when action = 'user.signed_in' then target ->> 'id' end) as "sessionId"
    from audit_entries
    where user_id = ${userId}::uuid and organization_id is null and action = any(${securityActionNames}::text[]) and ${isEarlier}
    order by happened_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
