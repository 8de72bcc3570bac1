import { type RawBuilder, sql } from 'kysely'
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
    product_medias: ProductMediasTable
  }
}

/** The pictures of products, in their order. */
interface ProductMediasTable {
  organization_id: string
  product_id: string
  position: number
  file_id: string
}

/** A product and its pictures, in their order. */
export interface ProductWithMedias {
  readonly organizationId: string
  readonly id: string
  readonly medias: readonly Pick<File, 'id'>[]
}

/** The rows of files. */
export const files = table('files', fileColumns, { isCounted: true })

const fileLimit: ResourceLimit = { setting: 'FILE_LIMIT', table: 'files', isCounted: true, things: 'files' }
/** The SQLSTATE that the function `within_file_storage` raises. */
const STORAGE_EXCEEDED = 'GH003'
/** Hours for which an upload may stay unfinished. */
const UNFINISHED_HOURS = 24

/** Refuses (409) a file that the limits of its organization do not allow. Only an insert is certain: others may be created meanwhile. */
export async function requireFilePlace(
  db: Database,
  platform: Pick<Platform, 'settings'>,
  file: Pick<File, 'organizationId' | 'size'>,
): Promise<void> {
  await withinFileLimits(platform, file, ({ organization_id, size }) => sql`select ${organization_id}, ${size}`.execute(db))
}

/** Inserts a file within the limits of its organization: a number of files, and of their bytes together. */
export async function insertFile(tx: Tx, platform: Pick<Platform, 'settings'>, file: File): Promise<void> {
  await withinFileLimits(platform, file, (checked) => files.insert(tx, file, checked))
}

/** Expressions for the organization and the size of a file, which fail at a limit. */
type CheckedFile = {
  readonly organization_id: RawBuilder<string>
  readonly size: RawBuilder<number>
}

async function withinFileLimits(
  platform: Pick<Platform, 'settings'>,
  { organizationId, size: bytes }: Pick<File, 'organizationId' | 'size'>,
  run: (checked: CheckedFile) => Promise<unknown>,
): Promise<void> {
  const maximum = platform.settings.FILE_STORAGE_LIMIT
  const size = sql<number>`within_file_storage(${organizationId}::uuid, ${bytes}::bigint, ${maximum}::bigint)`
  try {
    await withinLimit(platform, { limit: fileLimit, owner: organizationId }, (organization_id) => run({ organization_id, size }))
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

/** The pictures of the joined table `products`, in their order, as JSON. */
export const mediasOfProductJson = sql<StoredRow[]>`(
  select coalesce(json_agg(${files.json('media')} order by shown.position), '[]') from product_medias as shown
  inner join files as media on media.organization_id = shown.organization_id and media.id = shown.file_id
  where shown.organization_id = products.organization_id and shown.product_id = products.id)`

/** Maps the JSON of `mediasOfProductJson` to the files. */
export function fromFileRows(rows: readonly StoredRow[]): File[] {
  return rows.map(files.fromRow)
}

/** The statement that inserts the pictures of a product, of which there is at least one. */
export function insertingMedias(tx: Pick<Tx, 'insertInto'>, { organizationId, id, medias }: ProductWithMedias) {
  const rows = medias.map((file, position) => ({ organization_id: organizationId, product_id: id, position, file_id: file.id }))
  return tx.insertInto('product_medias').values(rows)
}

/** Replaces the pictures of a product whose row is locked. */
export async function replaceProductMedias(tx: Tx, product: ProductWithMedias): Promise<void> {
  const { organizationId, id, medias } = product
  await tx.deleteFrom('product_medias').where('organization_id', '=', organizationId).where('product_id', '=', id).execute()
  if (medias.length > 0) await insertingMedias(tx, product).execute()
}
