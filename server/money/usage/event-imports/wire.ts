import { z } from 'zod'
import { actingOrganizationId, nameText, timestamp, toTimestamp, trimmedText } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type EventImport, eventImportColumns } from './model.ts'
import { type EventImportDraft, FILE_BYTES } from './rules.ts'

const NAME_MAXIMUM = 255
const ETAG_MAXIMUM = 200

const fields = fieldsOf(eventImportColumns)

/** An import as its merchant sees it. */
export const eventImport = z
  .object(fields.shape)
  .meta({ id: 'EventImport', description: 'An import of usage events from a CSV file. It is deleted 30 days after its end.' })

export const eventImportCreate = z
  .object({
    organization_id: actingOrganizationId,
    file_name: nameText(trimmedText(1, NAME_MAXIMUM)).meta({ description: 'The name of the file, for readers.' }),
    size: z.int().min(1).max(FILE_BYTES).meta({ description: 'The bytes of the file: up to 50 MiB.' }),
  })
  .meta({ id: 'EventImportCreate', examples: [{ file_name: 'usage.csv', size: 1024 }] })

const upload = z
  .object({
    url: z.string().meta({ description: 'Where the file is sent, by PUT with these headers. The answer has an `ETag`.' }),
    headers: z.record(z.string(), z.string()).meta({ description: 'The headers that the request must have.' }),
    expires_at: timestamp.meta({ description: 'Until when it can be sent.' }),
  })
  .meta({ id: 'EventImportUploadAddress' })

/** An import whose file is to be sent. */
export const eventImportUpload = z
  .object({ ...fields.shape, upload: upload.meta({ description: 'How its file is sent.' }) })
  .meta({ id: 'EventImportUpload', description: 'An import whose file is to be sent.' })

export const eventImportChecksum = z
  .object({
    checksum_etag: z.string().max(ETAG_MAXIMUM).meta({ description: 'The `ETag` of the answer to the PUT.' }),
  })
  .meta({ id: 'EventImportChecksum', examples: [{ checksum_etag: '"9b2cf535f27731c974343645a3985328"' }] })

/** The import as JSON. */
export const toEventImportWire = (found: EventImport): z.output<typeof eventImport> => fields.toWire(found)

/** The address to which the file of an import is sent. */
export interface UploadAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly expiresAt: Date
}

/** The same with the address to which its file is sent. */
export function toEventImportUploadWire(
  found: EventImport,
  { url, headers, expiresAt }: UploadAddress,
): z.output<typeof eventImportUpload> {
  return { ...toEventImportWire(found), upload: { url, headers: { ...headers }, expires_at: toTimestamp(expiresAt) } }
}

/** The draft of a body. */
export function toEventImportDraft({ file_name, size }: z.output<typeof eventImportCreate>): EventImportDraft {
  return { fileName: file_name, size }
}
