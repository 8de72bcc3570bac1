import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { offersFile } from '#merchant/catalogue/benefits/index.ts'
import { files, findUploaded } from '#merchant/catalogue/files/index.ts'
import type { File } from '#merchant/catalogue/files/model.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { type Downloadable, downloadableColumns, downloadCountColumns } from './model.ts'
import type { DownloadLink } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    downloadables: Row<typeof downloadableColumns>
    download_counts: Row<typeof downloadCountColumns>
  }
}

/**
 * The rows of downloadables that a customer sees. Whether a file is archived is read from its benefit and not kept in the rows: one edit of a
 * benefit then works at once in all of its grants, old and new, and no job can lag behind it. Of several grants with the same file of one
 * benefit the first one is shown.
 */
export const downloadables = table('downloadables', downloadableColumns, {
  existing: sql<boolean>`(${offersFile('downloadables')} and not exists (select from downloadables as earlier
    where earlier.organization_id = downloadables.organization_id and earlier.customer_id = downloadables.customer_id
      and earlier.file_id = downloadables.file_id and earlier.benefit_id = downloadables.benefit_id
      and (earlier.created_at, earlier.id) < (downloadables.created_at, downloadables.id)))`,
})

/** The rows of download counts. */
export const downloadCounts = table('download_counts', downloadCountColumns)

/** A grant of a benefit with files; `properties` are those of the benefit. */
export interface GrantDownloadsInput extends Pick<Downloadable, 'organizationId' | 'customerId' | 'benefitId' | 'grantId'> {
  readonly properties: { readonly files: readonly string[] }
}

/**
 * Gives a customer the files of a benefit by a grant, also when its files have changed since: files that the benefit has lost are taken from
 * the grant, new ones are added, the others stay as they are. May be repeated. Files that were deleted are left out; archived ones are not,
 * since they may come back. Returns the properties of the grant.
 */
export async function grantDownloads(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  { properties, ...grant }: GrantDownloadsInput,
): Promise<{ readonly files: readonly string[] }> {
  const { organizationId, grantId } = grant
  const uploaded = await findUploaded(tx, organizationId, { ids: properties.files, service: 'downloadable' })
  const fileIds = properties.files.filter((id) => uploaded.has(id))
  await sql`delete from downloadables where organization_id = ${organizationId}::uuid and grant_id = ${grantId}::uuid
    and not file_id = ${anyOf(fileIds)}`.execute(tx)
  if (fileIds.length === 0) return { files: [] }
  const now = clock.now({ organizationId })
  const models = fileIds.map((fileId) => ({ ...grant, id: newId(now), fileId, createdAt: now }))
  await downloadables
    .inserting(tx, models)
    .onConflict((conflict) => conflict.columns(['organization_id', 'grant_id', 'file_id']).doNothing())
    .execute()
  return { files: fileIds }
}

/** Takes the files of a grant from its customer, who keeps those of other grants. May be repeated. */
export async function revokeDownloads(
  tx: Tx,
  { organizationId, grantId }: Pick<Downloadable, 'organizationId' | 'grantId'>,
): Promise<void> {
  await sql`delete from downloadables where organization_id = ${organizationId}::uuid and grant_id = ${grantId}::uuid`.execute(tx)
}

/** A customer of an organization. */
export type DownloadOwner = Pick<Downloadable, 'organizationId' | 'customerId'>

/** Erases what an anonymized customer may download and has downloaded. */
export async function eraseDownloads(tx: Tx, { organizationId, customerId }: DownloadOwner): Promise<void> {
  for (const name of ['downloadables', 'download_counts'])
    await sql`delete from ${sql.table(name)} where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid`.execute(
      tx,
    )
}

/** The file of a link, if its customer is not deleted and may still download it. */
export async function findLinkedFile(db: Database, { fileId, customerId }: DownloadLink): Promise<File | undefined> {
  const { rows } = await sql<StoredRow>`
    select ${files.selection()} from downloadables
    join files on files.organization_id = downloadables.organization_id and files.id = downloadables.file_id
    join customers on customers.organization_id = downloadables.organization_id and customers.id = downloadables.customer_id
    where downloadables.customer_id = ${customerId}::uuid and downloadables.file_id = ${fileId}::uuid
      and ${downloadables.existing ?? sql`true`} and ${customers.existing ?? sql`true`} limit 1`.execute(db)
  return rows[0] && files.fromRow(rows[0])
}

/** A download that a customer has begun, in the merchant's time. */
export interface BegunDownload extends DownloadOwner {
  readonly fileId: string
  readonly now: Date
}

/** Counts a download. Concurrent ones wait for each other and all count. */
export async function countDownload(tx: Tx, { now, ...download }: BegunDownload): Promise<void> {
  const count = { ...download, id: newId(now), downloads: 1, firstDownloadedAt: now, lastDownloadedAt: now }
  await downloadCounts
    .inserting(tx, [count])
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'customer_id', 'file_id']).doUpdateSet({
        downloads: sql`download_counts.downloads + 1`,
        last_downloaded_at: sql`greatest(download_counts.last_downloaded_at, excluded.last_downloaded_at)`,
      }),
    )
    .execute()
}
