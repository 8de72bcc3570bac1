import { z } from 'zod'
import type { File } from '#merchant/catalogue/files/model.ts'
import { downloadedFile, toDownloadedFileWire } from '#merchant/catalogue/files/wire.ts'
import { addition, oneOrMoreIds, organizationFilter, pageQuery } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import type { DownloadAddress } from './links.ts'
import { type Downloadable, type DownloadCount, downloadableColumns, downloadCountColumns } from './model.ts'

/** The characters of a token at most; ours have some 130. */
const TOKEN_MAXIMUM = 200

const fields = fieldsOf(downloadableColumns)
const countFields = fieldsOf(downloadCountColumns)

/** A downloadable with its file. */
export type FullDownloadable = Downloadable & { readonly file: File }

/** A file that a customer may download, with its address. */
export const downloadable = z.object({ ...fields.shape, file: downloadedFile }).meta({ id: 'DownloadableRead' })

export const downloadablesQuery = z.object({ organization_id: organizationFilter, benefit_id: oneOrMoreIds, ...pageQuery })

export const tokenParams = z.object({
  token: z.string().max(TOKEN_MAXIMUM).meta({ description: 'The last part of the address in the list of downloads.' }),
})

/** The number of a customer's downloads of a file. */
export const downloadCount = z.object(countFields.shape).meta({ id: 'DownloadCount', ...addition })

/** The downloadable as JSON, with a new address of its file. */
export function toDownloadableWire({ file, ...entry }: FullDownloadable, address: DownloadAddress): z.output<typeof downloadable> {
  return { ...fields.toWire(entry), file: toDownloadedFileWire(file, address) }
}

/** The count as JSON. */
export function toDownloadCountWire(count: DownloadCount): z.output<typeof downloadCount> {
  return countFields.toWire(count)
}
