import { sql } from 'kysely'
import { type Database, sqlState, type Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { limitReached, type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { type File, fileColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    files: Row<typeof fileColumns>
  }
}

/** The rows of files. */
export const files = table('files', fileColumns)

const fileLimit: ResourceLimit = { setting: 'FILE_LIMIT', table: 'files', things: 'files' }
/** The SQLSTATE that the function `within_file_storage` raises. */
const STORAGE_EXCEEDED = 'GH003'
/** Hours for which an upload may stay unfinished. */
const UNFINISHED_HOURS = 24

/** Inserts a file within the limits of its organization: a number of files, and of their bytes together. */
export async function insertFile(tx: Tx, platform: Pick<Platform, 'settings'>, file: File): Promise<void> {
  const maximum = platform.settings.FILE_STORAGE_LIMIT
  const { organizationId } = file
  const size = sql<number>`within_file_storage(${organizationId}::uuid, ${file.size}::bigint, ${maximum}::bigint)`
  try {
    await withinLimit(platform, { limit: fileLimit, owner: organizationId }, (organization_id) =>
      files.insert(tx, file, { organization_id, size }),
    )
  } catch (error) {
    const things = 'bytes of files in an organization'
    throw sqlState(error) === STORAGE_EXCEEDED ? limitReached({ setting: 'FILE_STORAGE_LIMIT', things, maximum }) : error
  }
}

/** A file of one of the organizations. */
export function findFile(db: Database, tenants: readonly string[], id: string): Promise<File | undefined> {
  return files.find(db, tenants, id)
}

/** Deletes a file and returns it; its products lose it. Undefined when none of the organizations has it. */
export async function deleteFileRow(tx: Tx, tenants: readonly string[], id: string): Promise<File | undefined> {
  const { rows } = await sql<StoredRow>`delete from files
    where organization_id = ${anyOf(tenants)} and id = ${id} returning ${files.selection()}`.execute(tx)
  return rows[0] && files.fromRow(rows[0])
}

/** Deletes up to `limit` files whose upload was not completed within a day, and returns them. */
export async function deleteUnfinished(tx: Tx, { clock }: Pick<Platform, 'clock'>, limit: number): Promise<File[]> {
  const due = sql`${merchantTime(clock, 'files.organization_id')} - make_interval(hours => ${sql.lit(UNFINISHED_HOURS)})`
  const { rows } = await sql<StoredRow>`
    delete from files where (organization_id, id) in (
      select organization_id, id from files where not is_uploaded and created_at < ${due}
      order by created_at limit ${limit}::int for update skip locked)
    returning ${files.selection()}`.execute(tx)
  return rows.map(files.fromRow)
}

/** The uploaded files of these ids that the organization has for this service, by their ids. */
export async function findUploaded(
  db: Database,
  organizationId: string,
  { ids, service }: { readonly ids: readonly string[]; readonly service: File['service'] },
): Promise<ReadonlyMap<string, File>> {
  if (ids.length === 0) return new Map()
  const found = await files.select(
    db,
    sql`where organization_id = ${organizationId} and id = ${anyOf([...ids])} and service = ${service} and is_uploaded`,
  )
  return new Map(found.map((file) => [file.id, file]))
}
