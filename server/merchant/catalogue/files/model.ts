import { z } from 'zod'
import { isId } from '#kernel/id.ts'
import { flag, integer, json, type Model, oneOf, recorded, text, time } from '#platform/resource/columns.ts'

/** The purpose of a file. */
export type FileServiceType = 'downloadable' | 'product_media' | 'organization_avatar'

export const fileServiceType = z.enum(['downloadable', 'product_media', 'organization_avatar']).meta({ id: 'FileServiceTypes' })

/** A declared part of an upload: the bytes from `start` to `end`, exclusive, and their SHA-256 in base64. */
export interface DeclaredPart {
  readonly number: number
  readonly start: number
  readonly end: number
  readonly sha256: string | null
}

/** The columns that every file shows. */
export const publicColumns = {
  id: recorded.id,
  organizationId: recorded.organizationId,
  name: text().meta({ description: 'The name under which it is downloaded.' }),
  mimeType: text().meta({ description: 'The media type: as declared, and once it is uploaded by its content.' }),
  size: integer().meta({ description: 'Its size in bytes.' }),
  checksumEtag: text().nullable(),
  checksumSha256: text().nullable().as('checksum_sha256_base64'),
  lastModifiedAt: time().nullable().meta({ description: 'When it was uploaded.' }),
  version: text().nullable().meta({ description: 'A version, as the merchant names it.' }),
  isUploaded: flag(),
} as const

export const fileColumns = {
  ...publicColumns,
  service: oneOf<FileServiceType>(fileServiceType).fixed().private(),
  uploadId: text().fixed().private(),
  uploadParts: json<readonly DeclaredPart[]>(z.any()).fixed().private(),
  createdAt: recorded.createdAt,
  modifiedAt: recorded.modifiedAt.private(),
} as const

/** An uploaded file, or one whose upload is not completed. Times are UTC, sizes bytes. */
export type File = Model<typeof fileColumns>

/** A file in the audit log. */
export const fileAudit = { type: 'file', details: ({ name, service, size }: File) => ({ name, service, size }) }

/** Where the file is stored: made of ids alone. */
export function filePath({ organizationId, service, id }: Pick<File, 'organizationId' | 'service' | 'id'>): string {
  return `${fileFolder(organizationId)}/${service}/${id}`
}

/** The folder of an organization's files. */
export function fileFolder(organizationId: string): string {
  return organizationId
}

/** Where the parts of its upload are put together. A picture is written anew to its path, and its original deleted. */
export function uploadPath(file: Pick<File, 'organizationId' | 'service' | 'id'>): string {
  return isPicture(file) ? `${filePath(file)}.original` : filePath(file)
}

/** Whether everybody may see it at a public address. */
export function isPicture({ service }: Pick<File, 'service'>): boolean {
  return service !== 'downloadable'
}

/** The path below the base URL at which everybody sees a picture. Its content never changes. */
export function publicPath({ organizationId, id }: Pick<File, 'organizationId' | 'id'>): string {
  return `/media/${organizationId}.${id}`
}

/** The ids in the last part of a public path; undefined if it is none. */
export function idsOf(name: string): Pick<File, 'organizationId' | 'id'> | undefined {
  const [organizationId = '', id = '', ...rest] = name.split('.')
  return rest.length === 0 && isId(organizationId) && isId(id) ? { organizationId, id } : undefined
}
