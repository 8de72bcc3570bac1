import { sql } from 'kysely'
import { firstId } from '#kernel/id.ts'
import type { Tx } from '../database/database.ts'

/** The details that hold personal data. Besides these, every text with an `@` counts as an email address. */
const PERSONAL_DETAILS = ['email', 'username', 'reason']

/** The user whose personal data leaves the audit log. */
export interface ErasedUser {
  readonly userId: string
  /** The email of the user, if verified; otherwise null: an address that may be another person's erases no entry of theirs. */
  readonly verifiedEmail: string | null
}

/**
 * Removes the personal data of a user from the audit log: email addresses, the username and reasons in the entries of their account and
 * in those that name their email, and the IP address and browser of each request that they made. What was done, when and under which
 * ids stays. Every entry is found by an index.
 */
export async function eraseFromAuditLog(tx: Tx, { userId, verifiedEmail }: ErasedUser): Promise<void> {
  const isTheirs = sql`(user_id = ${userId}::uuid and organization_id is null)`
  const namesEmail = sql`(details ->> 'email' = ${verifiedEmail}::text)`
  const hasTheirOrigin = sql`(coalesce(actor ->> 'impersonated_by', actor ->> 'id') = ${userId}
    or actor ->> 'type' = 'nobody' and (${isTheirs} or ${namesEmail}))`
  await allowChanges(tx, true)
  await sql`
    update audit_entries set
      ip_address = case when ${hasTheirOrigin} then null else ip_address end,
      user_agent = case when ${hasTheirOrigin} then null else user_agent end,
      details = case when ${isTheirs} or ${namesEmail} then (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(details)
        where key <> all(${PERSONAL_DETAILS}::text[]) and position('@' in value::text) = 0
      ) else details end
    where id in (
      select id from audit_entries where ${isTheirs}
      union all select id from audit_entries where ${namesEmail} and details ->> 'email' is not null
      union all select id from audit_entries where actor ->> 'id' = ${userId}
      union all select id from audit_entries where actor ->> 'impersonated_by' = ${userId}
    )`.execute(tx)
  await allowChanges(tx, false)
}

/** Removes the IP address and browser of each request that a customer made. What was done, when and under which ids stays. */
export async function eraseCustomerFromAuditLog(
  tx: Tx,
  { organizationId, customerId }: { readonly organizationId: string; readonly customerId: string },
): Promise<void> {
  await allowChanges(tx, true)
  await sql`
    update audit_entries set ip_address = null, user_agent = null
    where actor ->> 'id' = ${customerId} and actor ->> 'type' = 'customer' and organization_id = ${organizationId}
      and (ip_address is not null or user_agent is not null)`.execute(tx)
  await allowChanges(tx, false)
}

/** Deletes at most `limit` entries from before an instant, the oldest first. Returns how many. Ids follow the time and are its index. */
export async function deleteAuditEntries(tx: Tx, { before, limit }: { readonly before: Date; readonly limit: number }): Promise<number> {
  await allowChanges(tx, true)
  const { numAffectedRows } = await sql`
    delete from audit_entries where id = any(array(
      select id from audit_entries where id < ${firstId(before)}::uuid order by id limit ${limit}::int
    ))`.execute(tx)
  await allowChanges(tx, false)
  return Number(numAffectedRows ?? 0n)
}

/** Lifts the refusal of the append-only tables within the transaction, or restores it. */
async function allowChanges(tx: Tx, isAllowed: boolean): Promise<void> {
  await sql`select set_config('guildhall.erasing', ${isAllowed ? 'on' : ''}, true)`.execute(tx)
}
