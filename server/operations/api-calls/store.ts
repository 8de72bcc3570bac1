import { sql } from 'kysely'
import { firstId } from '#kernel/id.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { type ApiCall, type ApiCallSettings, apiCallColumns, CONTENT_PURPOSE } from './model.ts'

declareSealed(CONTENT_PURPOSE, { table: 'api_call_contents', column: 'sealed_content' })

declare module '#platform/database/tables.ts' {
  interface Tables {
    api_calls: Row<typeof apiCallColumns>
    api_call_contents: { organization_id: string; call_id: string; sealed_content: string }
    api_call_settings: { organization_id: string; records_bodies: boolean; modified_at: Date }
    api_call_drops: { organization_id: string; day: string; calls: number }
  }
}

/** The rows of calls. */
export const apiCalls = table('api_calls', apiCallColumns)

/** A call to write, with its content, sealed. */
export interface CallToInsert {
  readonly call: ApiCall
  readonly sealedContent: string | null
}

/**
 * Inserts calls in one statement. Those of an organization that is deleted are left out, and so are the contents of one that does not
 * record them.
 */
export async function insertCalls(db: Database, calls: readonly CallToInsert[]): Promise<void> {
  const rows = calls.map(({ call, sealedContent }) => ({ ...call, content: sealedContent }))
  await sql`
    with call as (
      select id, "organizationId", "tokenId", method, path, status, "durationMs", error, "errorDetail", "createdAt", content
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as call(
        id uuid, "organizationId" uuid, "tokenId" uuid, method text, path text, status int, "durationMs" int, error text,
        "errorDetail" text, "createdAt" timestamptz, content text)
    ), existing as (
      select id from organizations where id in (select "organizationId" from call) for key share
    ), recording as (
      select organization_id as id from api_call_settings
      where organization_id in (select "organizationId" from call) and records_bodies for share
    ), inserted as (
      insert into api_calls (organization_id, id, token_id, method, path, status, duration_ms, error, error_detail, created_at)
      select "organizationId", call.id, "tokenId", method, path, status, "durationMs", error, "errorDetail", "createdAt"
      from call join existing on existing.id = call."organizationId"
      on conflict do nothing
      returning organization_id, id
    )
    insert into api_call_contents (organization_id, call_id, sealed_content)
    select inserted.organization_id, inserted.id, call.content
    from inserted join call on call.id = inserted.id and call."organizationId" = inserted.organization_id
    join recording on recording.id = inserted.organization_id
    where call.content is not null`.execute(db)
}

/** Adds to the numbers of calls of this day (UTC) that were not recorded. */
export async function addDrops(db: Database, drops: ReadonlyMap<string, number>, now: Date): Promise<void> {
  await sql`
    insert into api_call_drops as stored (organization_id, day, calls)
    select dropped.organization_id, (${now}::timestamptz at time zone 'UTC')::date, dropped.calls
    from unnest(${[...drops.keys()]}::uuid[], ${[...drops.values()]}::int[]) as dropped (organization_id, calls)
    where exists (select from organizations where id = dropped.organization_id)
    order by dropped.organization_id
    on conflict (organization_id, day) do update set calls = stored.calls + excluded.calls`.execute(db)
}

/** The organizations that record contents. */
export async function findRecordingOrganizations(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from api_call_settings where records_bodies`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The settings of an organization. */
export async function findSettings(db: Database, organizationId: string, since: Date): Promise<ApiCallSettings> {
  const { rows } = await sql<{ records: boolean; drops: number }>`
    select coalesce((select records_bodies from api_call_settings where organization_id = ${organizationId}), false) as records,
      (select coalesce(sum(calls), 0)::int8 from api_call_drops
        where organization_id = ${organizationId} and day >= (${since}::timestamptz at time zone 'UTC')::date) as drops`.execute(db)
  return { organizationId, recordsBodies: rows[0]?.records ?? false, droppedCalls: rows[0]?.drops ?? 0 }
}

/** Whether an organization records contents; its row is locked where there is one. */
export async function lockSettings(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ records: boolean }>`
    select records_bodies as records from api_call_settings where organization_id = ${organizationId} for update`.execute(tx)
  return rows[0]?.records ?? false
}

/** Saves what an organization records. */
export async function saveSettings(tx: Tx, organizationId: string, change: { recordsBodies: boolean; now: Date }): Promise<void> {
  await sql`
    insert into api_call_settings (organization_id, records_bodies, modified_at)
    values (${organizationId}, ${change.recordsBodies}, ${change.now})
    on conflict (organization_id) do update set records_bodies = excluded.records_bodies, modified_at = excluded.modified_at`.execute(tx)
}

/** Deletes the contents of an organization's calls. */
export async function deleteContents(tx: Tx, organizationId: string): Promise<void> {
  await sql`delete from api_call_contents where organization_id = ${organizationId}`.execute(tx)
}

/** Deletes at most `limit` calls from before an instant, the oldest first. Returns how many. */
export async function deleteOldCalls(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_calls where id = any(array(
      select id from api_calls where id < ${firstId(before)}::uuid order by id limit ${limit}::int
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes at most `limit` calls, all older than the `newest` of their organization. Returns how many. */
export async function deleteSurplusCalls(tx: Tx, { newest, limit }: { readonly newest: number; readonly limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_calls where (organization_id, id) in (
      select organizations.id, surplus.id from organizations cross join lateral (
        select id from api_calls where organization_id = organizations.id order by id desc offset ${newest}::int limit ${limit}::int
      ) as surplus limit ${limit}::int
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes at most `limit` numbers of calls that were not recorded, from before an instant. Returns how many. */
export async function deleteOldDrops(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_call_drops where (organization_id, day) in (
      select organization_id, day from api_call_drops where day < (${before}::timestamptz at time zone 'UTC')::date limit ${limit}::int
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
