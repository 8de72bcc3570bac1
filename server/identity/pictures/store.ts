import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { preparedWrite } from '#platform/database/prepared-statements.ts'
import type { Picture, PictureType } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    pictures: PicturesTable
  }
}

interface PicturesTable {
  digest: string
  type: PictureType
  bytes: Buffer
  stored_at: Date
}

/** A picture to store: its content as base64, because drivers disagree on binary parameters. */
interface StoredPicture {
  readonly digest: string
  readonly type: PictureType
  readonly base64: string
  readonly now: Date
}

const insertRow = preparedWrite<StoredPicture>((tx, { digest, type, base64, now }) =>
  sql`insert into pictures (digest, type, bytes, stored_at)
    values (${digest}, ${type}, decode(${base64}, 'base64'), ${now}::timestamptz)
    on conflict (digest) do update set stored_at = excluded.stored_at`.compile(tx),
)

/** Stores a picture. One that is stored already counts as new, so that it is not deleted before something refers to it. */
export function insertPicture(tx: Tx, { digest, type, bytes }: Picture, now: Date): Promise<void> {
  return insertRow(tx, { digest, type, base64: bytes.toString('base64'), now })
}

/** The picture with this digest and type. */
export async function findPicture(db: Database, { digest, type }: Pick<Picture, 'digest' | 'type'>): Promise<Picture | undefined> {
  const { rows } = await sql<{ base64: string }>`
    select encode(bytes, 'base64') as base64 from pictures where digest = ${digest} and type = ${type}`.execute(db)
  return rows[0] && { digest, type, bytes: Buffer.from(rows[0].base64, 'base64') }
}

/** The columns that hold the URL of a picture. */
export const imageColumns = [
  { table: 'users', column: 'image' },
  { table: 'organizations', column: 'logo' },
] as const

export type ImageColumn = (typeof imageColumns)[number]

/** The next rows by id whose column holds the content of a picture instead of its URL, locked until the transaction ends. */
export async function lockContents(
  tx: Tx,
  { table, column }: ImageColumn,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly { readonly id: string; readonly image: string }[]> {
  const { rows } = await sql<{ id: string; image: string }>`
    select id, ${sql.ref(column)} as image from ${sql.table(table)}
    where ${sql.ref(column)} like 'data:%' and id > ${after}::uuid order by id limit ${limit}::int for no key update`.execute(tx)
  return rows
}

/** Writes the column of one row. */
export async function saveImage(
  tx: Tx,
  { table, column }: ImageColumn,
  { id, image }: { readonly id: string; readonly image: string },
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${image} where id = ${id}::uuid`.execute(tx)
}

/** Replaces the origin of the URLs of stored pictures: `BASE_URL` may have changed since they were written. */
export async function rebaseUrls(db: Database, { table, column }: ImageColumn, baseUrl: string): Promise<void> {
  const image = sql.ref(column)
  await sql`
    update ${sql.table(table)} set ${image} = ${baseUrl} || substring(${image} from '/pictures/[^/]*$')
    where ${image} ~ '^https?://[^/]+/pictures/[0-9a-f]{64}\.(png|jpg|webp|gif)$' and not starts_with(${image}, ${`${baseUrl}/`})
      and exists (select from pictures where digest = substring(${image} from '/pictures/([0-9a-f]{64})'))`.execute(db)
}

/** The pictures to delete, if nothing refers to them: all, or the one with this digest. */
interface DeleteUnreferencedInput {
  readonly baseUrl: string
  /** Pictures that were uploaded at this time or later are kept: the transaction of the upload may not have ended. */
  readonly before: Date
  readonly limit: number
  readonly digest?: string
}

/** Deletes up to `limit` pictures that were last uploaded before this time and that nothing refers to. Returns their number. */
export async function deleteUnreferenced(db: Database, { baseUrl, before, limit, digest }: DeleteUnreferencedInput): Promise<number> {
  const url = sql`${baseUrl} || '/pictures/' || old.digest || '.' || old.type`
  // The time is compared twice: a concurrent upload of the same content updates it, and only the outer condition is evaluated again.
  const { numAffectedRows } = await sql`
    delete from pictures where stored_at < ${before}::timestamptz and digest in (
      select digest from pictures as old
      where stored_at < ${before}::timestamptz ${digest === undefined ? sql`` : sql`and old.digest = ${digest}`}
        and not exists (select from users where image = ${url})
        and not exists (select from organizations where logo = ${url})
      order by stored_at limit ${limit}::int)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
