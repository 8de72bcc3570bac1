import { orUnchanged } from '#kernel/changes/unchanged.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { type DeclaredPart, type File, type FileServiceType, filePath, isPicture } from './model.ts'

const MIB = 1024 * 1024
/** The least bytes of a part that is not the last one, and the most of any: what S3 accepts. */
const PART_MINIMUM = 5 * MIB
const PART_MAXIMUM = 5 * 1024 * MIB
/** The pixels of a picture: decoded, each takes four bytes. */
const PIXELS_MAXIMUM = 50_000_000
/** The width and height of pictures as they are stored, in pixels. */
const SIDE_MAXIMUM = { product_media: 2048, organization_avatar: 512 } as const
const IMAGE_TYPES: ReadonlySet<string | undefined> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
const NOT_AN_IMAGE = 'The content is no PNG, JPEG, WebP or GIF.'

/** A new file, as requested. Sizes are bytes, checksums SHA-256 in base64. */
export interface FileDraft {
  readonly service: FileServiceType
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly checksumSha256: string | null
  readonly version: string | null
  readonly parts: readonly DeclaredPart[]
}

/** The file that a client says it has sent. */
export interface SentFile {
  readonly uploadId: string
  readonly path: string
  readonly parts: readonly { readonly number: number; readonly etag: string; readonly sha256: string | null }[]
}

/** The changes. An omitted field stays. */
export interface FileChanges {
  readonly name?: string | undefined
  readonly version?: string | null | undefined
}

/** The values read from the content of a file: bytes, checksums and the media type by the content. */
export interface ReadContent {
  readonly bytes: number
  readonly sha256: string
  /** The checksums of the parts, in order. */
  readonly parts: readonly string[]
  readonly type: string | undefined
}

/** Width and height of a picture in pixels, by its header; 0 where it has none. */
export interface PictureSize {
  readonly width: number
  readonly height: number
  readonly isGif: boolean
}

/** The content of a file as it is stored in the end. */
export interface StoredContent {
  readonly bytes: number
  readonly sha256: string
  readonly type: string | undefined
}

/** Refuses a draft that cannot be uploaded, with all problems at once (422). `maximum` is the size of any file, in bytes. */
export function checkDraft(draft: FileDraft, maximum: number): void {
  const { service, size, mimeType } = draft
  const at = (field: string) => ['body', service, field]
  refuseProblems([
    ...(size > maximum ? [valueProblem(at('size'), `A file has at most ${maximum} bytes (FILE_SIZE_LIMIT).`)] : []),
    ...(isPicture(draft) && mimeType === 'image/svg+xml'
      ? [valueProblem(at('mime_type'), 'SVG is not accepted: it can carry scripts. Upload a PNG, JPEG, WebP or GIF.')]
      : []),
    ...partProblems(draft).map(({ index, field, sentence }) => valueProblem([...at('upload'), 'parts', index, field], sentence)),
  ])
}

// The parts follow each other without a gap, and cover the file.
function partProblems({ parts, size }: FileDraft) {
  const last = parts.length - 1
  return parts.flatMap(({ number, start, end }, index) => {
    const problem = (field: string, sentence: string) => ({ index, field, sentence })
    if (number !== index + 1) return [problem('number', 'Parts are numbered from 1, in their order.')]
    if (start !== (parts[index - 1]?.end ?? 0)) return [problem('chunk_start', 'A part begins where the one before it ends.')]
    if (end <= start) return [problem('chunk_end', 'A part has at least one byte.')]
    if (index === last && end !== size) return [problem('chunk_end', 'The last part ends with the file.')]
    if (index < last && end - start < PART_MINIMUM) return [problem('chunk_end', `Only the last part has less than ${PART_MINIMUM} bytes.`)]
    return end - start > PART_MAXIMUM ? [problem('chunk_end', `A part has at most ${PART_MAXIMUM} bytes.`)] : []
  })
}

/** Creates the record of a file whose upload begins. */
export function create(
  draft: FileDraft,
  { now, ...keys }: { readonly id: string; readonly organizationId: string; readonly uploadId: string; readonly now: Date },
): File {
  const { parts, ...declared } = draft
  return {
    ...declared,
    ...keys,
    uploadParts: parts,
    checksumEtag: null,
    lastModifiedAt: null,
    isUploaded: false,
    createdAt: now,
    modifiedAt: null,
  }
}

/** Refuses what cannot be the end of the file's upload, with all problems at once (422). */
export function checkSent(file: File, sent: SentFile): void {
  const problems: Problem[] = []
  if (sent.uploadId !== file.uploadId) problems.push(valueProblem(['body', 'id'], 'The file has no such upload.'))
  if (sent.path !== filePath(file)) problems.push(valueProblem(['body', 'path'], 'The file has another path.'))
  const declared = file.uploadParts
  if (sent.parts.length !== declared.length) problems.push(valueProblem(['body', 'parts'], `The upload has ${declared.length} parts.`))
  for (const [index, { number, sha256 }] of sent.parts.entries()) {
    const part = declared[index]
    if (part && number !== part.number)
      problems.push(valueProblem(['body', 'parts', index, 'number'], 'Parts are numbered from 1, in their order.'))
    else if (part?.sha256 && sha256 !== null && sha256 !== part.sha256)
      problems.push(valueProblem(['body', 'parts', index, 'checksum_sha256_base64'], 'The part was declared with another checksum.'))
  }
  refuseProblems(problems)
}

/** The checksum that each part of an upload must have; null where none was declared. */
export function expectedParts(file: File, sent: SentFile): readonly (string | null)[] {
  return file.uploadParts.map((part, index) => part.sha256 ?? sent.parts[index]?.sha256 ?? null)
}

/** Refuses content that is not what was declared, with all problems at once (422). */
export function checkContent(
  file: File,
  { content, expected }: { readonly content: ReadContent; readonly expected: readonly (string | null)[] },
): void {
  const parts = ['body', 'parts']
  const wrongParts = expected.flatMap((sha256, index) =>
    sha256 !== null && content.parts[index] !== sha256
      ? [valueProblem([...parts, index, 'checksum_sha256_base64'], 'The part has another checksum.')]
      : [],
  )
  refuseProblems([
    ...(content.bytes === file.size ? [] : [valueProblem(parts, `The file has ${content.bytes} bytes, and ${file.size} were declared.`)]),
    ...wrongParts,
    ...(file.checksumSha256 !== null && content.sha256 !== file.checksumSha256
      ? [valueProblem(parts, 'The file has another checksum than was declared.')]
      : []),
    ...(isPicture(file) && !IMAGE_TYPES.has(content.type) ? [valueProblem(parts, NOT_AN_IMAGE)] : []),
  ])
}

/** The width and height up to which a picture is stored, in pixels. */
export function sideOf({ service }: File): number {
  return service === 'downloadable' ? 0 : SIDE_MAXIMUM[service]
}

/** Refuses a picture that is too large to be decoded; a GIF, which is stored as it is, has the size of stored pictures at most (422). */
export function checkPicture(file: File, { width, height, isGif }: PictureSize): void {
  const side = sideOf(file)
  const refused = (sentence: string) => refuseProblems([valueProblem(['body', 'parts'], sentence)])
  if (width < 1 || height < 1) refused(NOT_AN_IMAGE)
  if (isGif && Math.max(width, height) > side) refused(`A GIF is at most ${side} pixels wide and high.`)
  if (width * height > PIXELS_MAXIMUM) refused(`A picture has at most ${PIXELS_MAXIMUM} pixels.`)
}

/** The file after its content was stored. */
export function complete(file: File, { bytes, sha256, type }: StoredContent, now: Date): File {
  return {
    ...file,
    size: bytes,
    mimeType: storedType(file.mimeType, type),
    checksumSha256: sha256,
    checksumEtag: `"${Buffer.from(sha256, 'base64').toString('hex')}"`,
    isUploaded: true,
    lastModifiedAt: now,
    modifiedAt: now,
  }
}

/** The declared types that are special forms of what content shows of itself. */
const SPECIAL_FORMS: Readonly<Record<string, RegExp>> = {
  'application/xml': /^(?:text\/xml|[a-z]+\/[\w.-]+\+xml)$/,
  'application/zip': /^application\/(?:vnd\.[\w.+-]+|[\w.-]+\+zip)$/,
  'application/x-cfb': /^application\/(?:msword|vnd\.[\w.+-]+)$/,
}

/** The media type of a file: that of its content, unless it was declared to be a special form of it. An SVG or a feed begins as any XML. */
export function storedType(declared: string, type: string | undefined): string {
  return type === undefined || SPECIAL_FORMS[type]?.test(declared.split(';', 1)[0] ?? '') ? declared : type
}

/** The changed file. */
export function update(file: File, { name, version }: FileChanges, now: Date): File {
  const next = { ...file, name: name ?? file.name, version: version === undefined ? file.version : version, modifiedAt: now }
  return orUnchanged(file, next)
}
