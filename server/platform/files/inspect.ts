// Reads what a stored file really is from its content: its size, its checksums and its type.
import { createHash, type Hash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import type { StoredFile } from './file-store.ts'

/** The first bytes of a file, which say its type. */
const HEAD_BYTES = 64 * 1024

/** The information in a file's content. `type` is the media type by its first bytes; undefined where they are of no known type, as text. */
export interface FileContent {
  readonly bytes: number
  /** The SHA-256 of the content, in base64. */
  readonly sha256: string
  /** The SHA-256 of each part, in base64. */
  readonly parts: readonly string[]
  readonly type: string | undefined
}

/** Reads a file to its end. `parts` are the sizes of its parts in order, in bytes; bytes beyond them belong to no part. */
export async function inspectFile({ content }: StoredFile, parts: readonly number[]): Promise<FileContent> {
  const whole = createHash('sha256')
  const digests = partDigests(parts)
  const head: Buffer[] = []
  let bytes = 0
  for await (const piece of content as AsyncIterable<Buffer>) {
    if (bytes < HEAD_BYTES) head.push(piece.subarray(0, HEAD_BYTES - bytes))
    bytes += piece.length
    whole.update(piece)
    digests.update(piece)
  }
  const type = await fileTypeFromBuffer(Buffer.concat(head))
  return { bytes, sha256: whole.digest('base64'), parts: digests.end(), type: type?.mime }
}

/** The SHA-256 of consecutive parts of these sizes. */
function partDigests(sizes: readonly number[]): { update(piece: Buffer): void; end(): readonly string[] } {
  const digests: string[] = []
  let hash: Hash = createHash('sha256')
  let rest = sizes[0] ?? Number.POSITIVE_INFINITY
  const finish = (): void => {
    digests.push(hash.digest('base64'))
    hash = createHash('sha256')
    rest = sizes[digests.length] ?? Number.POSITIVE_INFINITY
  }
  return {
    update: (piece) => {
      let from = 0
      while (from < piece.length) {
        const length = Math.min(rest, piece.length - from)
        hash.update(piece.subarray(from, from + length))
        from += length
        rest -= length
        if (rest === 0) finish()
      }
    },
    end: () => digests,
  }
}
