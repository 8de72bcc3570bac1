import { z } from 'zod'
import { actingOrganizationId, EXAMPLE_ID, nameText, timestamp, toTimestamp, trimmedText } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type File, filePath, fileServiceType, isPicture, publicColumns, publicPath } from './model.ts'
import { readableSize } from './readable-size.ts'
import type { FileChanges, FileDraft, SentFile } from './rules.ts'

const NAME_MAXIMUM = 255
const VERSION_MAXIMUM = 100
const MIB = 1024 * 1024
/** The bytes of pictures (the contract, section 7). */
const MEDIA_MAXIMUM = 10 * MIB
const AVATAR_MAXIMUM = MIB
/** The parts of one upload. */
const PARTS_MAXIMUM = 1000
const ETAG_MAXIMUM = 200

const columnFields = fieldsOf(publicColumns)

const baseFields = {
  ...columnFields.shape,
  path: z.string().meta({ description: 'Where it is stored.' }),
  storage_version: z.string().nullable(),
  checksum_sha256_hex: z.string().nullable(),
  size_readable: z.string().meta({ description: 'Its size for readers: `1.5 MB`.' }),
}
const readFields = { ...baseFields, created_at: timestamp }
const publicUrl = { public_url: z.string().meta({ description: 'Where everybody sees the picture. Its content never changes.' }) }

/** A file to sell. */
export const downloadableFile = z.object({ ...readFields, service: z.literal('downloadable') }).meta({ id: 'DownloadableFileRead' })

/** A picture of a product. */
export const productMedia = z
  .object({ ...readFields, ...publicUrl, service: z.literal('product_media') })
  .meta({ id: 'ProductMediaFileRead' })

/** The picture of an organization. */
export const organizationAvatar = z
  .object({ ...readFields, ...publicUrl, service: z.literal('organization_avatar') })
  .meta({ id: 'OrganizationAvatarFileRead' })

/** A file as returned to its merchant. */
export const file = z.discriminatedUnion('service', [downloadableFile, productMedia, organizationAvatar]).meta({ id: 'FileRead' })

export type FileWire = z.output<typeof file>

const sha256 = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'Must be a SHA-256 in base64')
  .meta({ examples: ['47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='] })
const checksum = sha256.nullish()
const partNumber = z.int().min(1).max(PARTS_MAXIMUM)
const bytes = z.int().min(0)

const createPart = z
  .object({ number: partNumber, chunk_start: bytes, chunk_end: bytes, checksum_sha256_base64: checksum })
  .meta({ id: 'S3FileCreatePart' })
const createUpload = z.object({ parts: z.array(createPart).min(1).max(PARTS_MAXIMUM) }).meta({ id: 'S3FileCreateMultipart' })

const mediaType = z
  .string()
  .max(NAME_MAXIMUM)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;\s*[\w-]+=[\w.+-]+)*$/, 'Must be a media type, as text/plain')
  .meta({ examples: ['application/pdf'] })
const imageType = z.string().regex(/^image\/(jpeg|png|gif|webp|svg\+xml)$/)

const createFields = {
  organization_id: actingOrganizationId,
  name: nameText(trimmedText(1, NAME_MAXIMUM)),
  checksum_sha256_base64: checksum,
  upload: createUpload,
  version: trimmedText(1, VERSION_MAXIMUM).nullish(),
}

export const fileCreate = z
  .discriminatedUnion('service', [
    z
      .object({ ...createFields, mime_type: mediaType, size: z.int().min(1), service: z.literal('downloadable') })
      .meta({ id: 'DownloadableFileCreate' }),
    z
      .object({ ...createFields, mime_type: imageType, size: z.int().min(1).max(MEDIA_MAXIMUM), service: z.literal('product_media') })
      .meta({ id: 'ProductMediaFileCreate' }),
    z
      .object({
        ...createFields,
        mime_type: imageType,
        size: z.int().min(1).max(AVATAR_MAXIMUM),
        service: z.literal('organization_avatar'),
      })
      .meta({ id: 'OrganizationAvatarFileCreate' }),
  ])
  .meta({
    id: 'FileCreate',
    examples: [
      {
        service: 'downloadable',
        name: 'handbook.pdf',
        mime_type: 'application/pdf',
        size: 1_048_576,
        upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: 1_048_576 }] },
      },
    ],
  })

const headers = z.record(z.string(), z.string())

const uploadPart = z
  .object({
    number: z.int(),
    chunk_start: z.int(),
    chunk_end: z.int(),
    checksum_sha256_base64: z.string().nullable(),
    url: z.string().meta({ description: 'Where the bytes of the part are sent, by PUT with these headers.' }),
    expires_at: timestamp,
    headers,
  })
  .meta({ id: 'S3FileUploadPart' })

/** A file whose parts are to be sent. */
export const fileUpload = z
  .object({
    ...baseFields,
    upload: z.object({ id: z.string(), path: z.string(), parts: z.array(uploadPart) }).meta({ id: 'S3FileUploadMultipart' }),
    service: fileServiceType,
  })
  .meta({ id: 'FileUpload' })

export const fileUploadCompleted = z
  .object({
    id: z.string().max(1024).meta({ description: 'The id of the upload.' }),
    path: z.string().max(1024),
    parts: z
      .array(
        z
          .object({ number: partNumber, checksum_etag: z.string().max(ETAG_MAXIMUM), checksum_sha256_base64: sha256.nullable() })
          .meta({ id: 'S3FileUploadCompletedPart' }),
      )
      .min(1)
      .max(PARTS_MAXIMUM),
  })
  .meta({
    id: 'FileUploadCompleted',
    examples: [
      {
        id: EXAMPLE_ID,
        path: `${EXAMPLE_ID}/downloadable/${EXAMPLE_ID}`,
        parts: [{ number: 1, checksum_etag: '"9b2cf535f27731c974343645a3985328"', checksum_sha256_base64: null }],
      },
    ],
  })

export const filePatch = z
  .object({ name: nameText(trimmedText(1, NAME_MAXIMUM)).nullish(), version: trimmedText(1, VERSION_MAXIMUM).nullish() })
  .meta({ id: 'FilePatch', examples: [{ name: 'The handbook.pdf' }] })

/** An address from which a file is downloaded. */
export const fileDownload = z.object({ url: z.string(), headers, expires_at: timestamp }).meta({ id: 'S3DownloadURL' })

/** A file with the address from which its customer downloads it. */
export const downloadedFile = z.object({ ...baseFields, download: fileDownload, service: fileServiceType }).meta({ id: 'FileDownload' })

/** The file as JSON; `baseUrl` has no slash at its end. */
export function toFileWire(file: File, baseUrl: string): FileWire {
  const { service, createdAt } = file
  const shared = { ...toBaseWire(file), created_at: toTimestamp(createdAt), service }
  return (isPicture(file) ? { ...shared, public_url: `${baseUrl}${publicPath(file)}` } : shared) as FileWire
}

/** A picture of a product as JSON. */
export function toProductMediaWire(file: File, baseUrl: string): z.output<typeof productMedia> {
  return toFileWire(file, baseUrl) as z.output<typeof productMedia>
}

/** A file with the address from which its customer downloads it until `expiresAt`, as JSON. */
export function toDownloadedFileWire(
  file: File,
  { url, expiresAt }: { readonly url: string; readonly expiresAt: Date },
): z.output<typeof downloadedFile> {
  return { ...toBaseWire(file), download: { url, headers: {}, expires_at: toTimestamp(expiresAt) }, service: file.service }
}

/** The addresses of an upload by the numbers of their parts. */
export interface UploadAddresses {
  readonly parts: readonly { readonly number: number; readonly url: string; readonly headers: Readonly<Record<string, string>> }[]
  readonly expiresAt: Date
}

/** A file whose upload begins, as JSON. */
export function toFileUploadWire(file: File, { parts, expiresAt }: UploadAddresses): z.output<typeof fileUpload> {
  const address = new Map(parts.map((part) => [part.number, part]))
  const toPart = ({ number, start, end, sha256 }: File['uploadParts'][number]) => ({
    number,
    chunk_start: start,
    chunk_end: end,
    checksum_sha256_base64: sha256,
    url: address.get(number)?.url ?? '',
    expires_at: toTimestamp(expiresAt),
    headers: { ...address.get(number)?.headers },
  })
  const upload = { id: file.uploadId, path: filePath(file), parts: file.uploadParts.map(toPart) }
  return { ...toBaseWire(file), service: file.service, upload }
}

function toBaseWire(file: File) {
  return {
    ...columnFields.toWire(file),
    path: filePath(file),
    storage_version: null,
    checksum_sha256_hex: file.checksumSha256 && Buffer.from(file.checksumSha256, 'base64').toString('hex'),
    size_readable: readableSize(file.size),
  }
}

/** The draft of a body. */
export function toFileDraft(body: z.output<typeof fileCreate>): FileDraft {
  return {
    service: body.service,
    name: body.name,
    mimeType: body.mime_type,
    size: body.size,
    checksumSha256: body.checksum_sha256_base64 ?? null,
    version: body.version ?? null,
    parts: body.upload.parts.map((part) => ({
      number: part.number,
      start: part.chunk_start,
      end: part.chunk_end,
      sha256: part.checksum_sha256_base64 ?? null,
    })),
  }
}

/** The file that a client says it has sent. */
export function toSentFile({ id, path, parts }: z.output<typeof fileUploadCompleted>): SentFile {
  return {
    uploadId: id,
    path,
    parts: parts.map((part) => ({ number: part.number, etag: part.checksum_etag, sha256: part.checksum_sha256_base64 })),
  }
}

/** The changes of a body; a name of null means unchanged, a version of null that there is none. */
export function toFileChanges({ name, version }: z.output<typeof filePatch>): FileChanges {
  return { name: name ?? undefined, version }
}
