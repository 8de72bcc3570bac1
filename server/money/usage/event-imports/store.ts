import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kernel/refusal.ts'
import { type Database, json, sqlState, type Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { type EventImport, eventImportColumns, type RefusedLine } from './model.ts'
import { eventImportRefusals } from './refusals.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    event_imports: Row<typeof eventImportColumns>
    event_import_refusals: EventImportRefusalsTable
  }
}

interface EventImportRefusalsTable {
  organization_id: string
  import_id: string
  line: number
  field: string | null
  reason: string
  cells: readonly string[]
}

/** The rows of imports. */
export const eventImports = table('event_imports', eventImportColumns)

/** Imports of an organization that have not ended, at most; and all of them that are remembered. */
const UNFINISHED_MAXIMUM = 3
const REMEMBERED_MAXIMUM = 100
/** The SQLSTATE that the function `within_limit` raises. */
const LIMIT_EXCEEDED = 'GH002'
/** Hours that an upload may take, and that an import may rest. */
const UPLOAD_HOURS = 1
const REST_HOURS = 24
const REMEMBERED_DAYS = 30

/** Refuses (409) where three imports of the organization are unfinished. Only an insert is certain: others may be created meanwhile. */
export async function requireUnfinishedPlace(db: Database, organizationId: string): Promise<void> {
  await withinUnfinished(organizationId, (owner) => sql`select ${owner}`.execute(db))
}

/** Inserts an import and forgets the oldest ones. 409 where three of its organization are unfinished. */
export async function insertEventImport(tx: Tx, found: EventImport): Promise<void> {
  const { organizationId } = found
  await withinUnfinished(organizationId, (owner) => eventImports.insert(tx, found, { organization_id: owner }))
  await sql`
    delete from event_imports where organization_id = ${organizationId}::uuid and ended_at is not null and id in (
      select id from event_imports where organization_id = ${organizationId}::uuid
      order by created_at desc, id desc offset ${sql.lit(REMEMBERED_MAXIMUM)})`.execute(tx)
}

async function withinUnfinished(organizationId: string, run: (owner: RawBuilder<string>) => Promise<unknown>): Promise<void> {
  const owner = sql<string>`within_limit(${organizationId}::uuid, 'event_imports', 'organization_id', 'ended_at is null',
    ${sql.lit(UNFINISHED_MAXIMUM)})`
  try {
    await run(owner)
  } catch (error) {
    if (sqlState(error) === LIMIT_EXCEEDED) return refuse(eventImportRefusals.EventImportsUnfinished)
    throw error
  }
}

/** Adds lines to the report of an import. */
export async function insertRefusedLines(tx: Tx, { organizationId, id }: EventImport, lines: readonly RefusedLine[]): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into event_import_refusals (organization_id, import_id, line, field, reason, cells)
    select ${organizationId}::uuid, ${id}::uuid, line, field, reason, cells
    from jsonb_to_recordset(${json(lines)}::jsonb) as added (line integer, field text, reason text, cells jsonb)`.execute(tx)
}

/** Up to `limit` lines of the report of an import that come after a line, in the order of the file. */
export async function readRefusedLines(
  db: Database,
  { organizationId, id }: EventImport,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly RefusedLine[]> {
  const { rows } = await sql<RefusedLine>`
    select line, field, reason, cells from event_import_refusals
    where organization_id = ${organizationId}::uuid and import_id = ${id}::uuid and line > ${after}::int
    order by line limit ${limit}::int`.execute(db)
  return rows
}

/** Deletes up to `limit` imports whose file was not sent within an hour, and returns them. */
export async function deleteUnsent(tx: Tx, platform: Pick<Platform, 'clock'>, limit: number): Promise<EventImport[]> {
  const isDue = sql<boolean>`ended_at is null and status = 'uploading' and created_at < ${timeBefore(platform, { hours: UPLOAD_HOURS })}`
  return deleteDue(tx, isDue, limit)
}

/** Deletes up to `limit` imports that ended thirty days ago, and returns them. */
export async function deleteOld(tx: Tx, platform: Pick<Platform, 'clock'>, limit: number): Promise<EventImport[]> {
  return deleteDue(tx, sql<boolean>`ended_at < ${timeBefore(platform, { hours: REMEMBERED_DAYS * 24 })}`, limit)
}

/** Locks up to `limit` uploaded imports of which no line was read for a day. */
export function lockResting(tx: Tx, platform: Pick<Platform, 'clock'>, limit: number): Promise<EventImport[]> {
  const rested = timeBefore(platform, { hours: REST_HOURS })
  return eventImports.select(
    tx,
    sql`where ended_at is null and status <> 'uploading' and modified_at < ${rested} order by created_at limit ${limit}::int
      for update skip locked`,
  )
}

function timeBefore({ clock }: Pick<Platform, 'clock'>, { hours }: { readonly hours: number }): RawBuilder<Date> {
  return sql<Date>`${merchantTime(clock, 'event_imports.organization_id')} - make_interval(hours => ${sql.lit(hours)})`
}

async function deleteDue(tx: Tx, isDue: RawBuilder<boolean>, limit: number): Promise<EventImport[]> {
  const { rows } = await sql<StoredRow>`
    delete from event_imports where (organization_id, id) in (
      select organization_id, id from event_imports where ${isDue} order by created_at limit ${limit}::int for update skip locked)
    returning ${eventImports.selection()}`.execute(tx)
  return rows.map(eventImports.fromRow)
}

/** Deletes an import whose file was refused. */
export async function deleteEventImport(tx: Tx, { organizationId, id }: EventImport): Promise<void> {
  await sql`delete from event_imports where organization_id = ${organizationId}::uuid and id = ${id}::uuid`.execute(tx)
}

/** A customer of an organization, and what a line may name it by: its ids, and its email. */
export interface NamedCustomer {
  readonly organizationId: string
  readonly names: readonly string[]
}

/** The imports of an organization that have refused lines. */
export async function listReported(db: Database, organizationId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select id from event_imports where organization_id = ${organizationId}::uuid and reported > 0 order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Empties the refused lines of an import of which a cell is a name of the customer: their numbers and reasons stay. */
export async function emptyNamedLines(tx: Tx, { organizationId, names }: NamedCustomer, importId: string): Promise<void> {
  await sql`
    update event_import_refusals set cells = '[]'
    where organization_id = ${organizationId}::uuid and import_id = ${importId}::uuid and jsonb_exists_any(cells, ${names}::text[])`.execute(
    tx,
  )
}
