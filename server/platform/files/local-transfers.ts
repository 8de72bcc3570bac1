// The answers of this server at the signed addresses of the local store. A token is sealed and says what may be sent or read.
import { createHash } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { ArrivingPart, FileTransfers, StoredFile, TransferRefusal } from './file-store.ts'
import { isClosed, partName, uploadsOf, writeSafely } from './local-files.ts'

/** The purposes for which tokens are sealed. */
export const PART_PURPOSE = 'files:part'
export const DOWNLOAD_PURPOSE = 'files:download'

const partToken = z.object({
  uploadId: z.guid(),
  number: z.int(),
  bytes: z.int(),
  sha256: z.string().nullable(),
  expiresAt: z.number(),
})
const downloadToken = z.object({ path: z.string(), name: z.string(), contentType: z.string(), expiresAt: z.number() })
type PartToken = z.output<typeof partToken>

interface TransferDeps {
  readonly directory: string
  readonly secrets: Pick<Secrets, 'seal' | 'openOrNull'>
  readonly clock: Clock
  read(path: string): Promise<StoredFile | undefined>
}

/** Seals a token for an address. */
export function sealToken({ secrets }: Pick<TransferDeps, 'secrets'>, purpose: string, token: PartToken | z.output<typeof downloadToken>) {
  return secrets.seal(purpose, JSON.stringify(token))
}

/** The transfers of a local store. */
export function transfersOf(deps: TransferDeps): FileTransfers {
  // Parts that arrive: a client that sends one twice at once would use up the disk.
  const arriving = new Set<string>()
  return {
    receivePart: async (token, sent) => {
      const part = openToken(deps, { purpose: PART_PURPOSE, token, schema: partToken })
      if (typeof part === 'string') return { refusal: part }
      if (sent.bytes !== undefined && sent.bytes !== part.bytes) return { refusal: 'length' }
      const key = `${part.uploadId} ${part.number}`
      if (arriving.has(key)) return { refusal: 'busy' }
      arriving.add(key)
      try {
        return await store(join(uploadsOf(deps.directory), part.uploadId), part, sent)
      } finally {
        arriving.delete(key)
      }
    },
    openDownload: async (token) => {
      const download = openToken(deps, { purpose: DOWNLOAD_PURPOSE, token, schema: downloadToken })
      if (typeof download === 'string') return { refusal: download }
      const file = await deps.read(download.path)
      return file ? { file, name: download.name, contentType: download.contentType } : { refusal: 'absent' }
    },
  }
}

interface SealedToken<Token> {
  readonly purpose: string
  readonly token: string
  readonly schema: z.ZodType<Token>
}

function openToken<Token extends { readonly expiresAt: number }>(
  { secrets, clock }: TransferDeps,
  { purpose, token, schema }: SealedToken<Token>,
): Token | TransferRefusal {
  const plain = secrets.openOrNull(purpose, token)
  if (plain === null) return 'invalid'
  const content = schema.parse(JSON.parse(plain))
  return clock.now().getTime() < content.expiresAt ? content : 'expired'
}

class WrongLength extends Error {}

async function store(folder: string, part: PartToken, { content }: ArrivingPart): ReturnType<FileTransfers['receivePart']> {
  const hash = createHash('sha256')
  const received = join(folder, `${part.number}.received`)
  try {
    await writeSafely(received, async (file) => {
      let bytes = 0
      for await (const piece of content as Readable & AsyncIterable<Buffer>) {
        bytes += piece.length
        if (bytes > part.bytes) throw new WrongLength()
        hash.update(piece)
        await file.write(piece)
      }
      if (bytes !== part.bytes) throw new WrongLength()
    })
  } catch (error) {
    if (error instanceof WrongLength) return { refusal: 'length' }
    if (isClosed(error)) return { refusal: 'absent' }
    throw error
  }
  const digest = hash.digest()
  if (part.sha256 !== null && digest.toString('base64') !== part.sha256) {
    await rm(received, { force: true })
    return { refusal: 'checksum' }
  }
  const etag = digest.toString('hex')
  const name = partName(part.number, etag)
  try {
    await rename(received, join(folder, name))
    // The part replaces one that was sent before.
    const earlier = (await readdir(folder)).filter((each) => each.startsWith(`${part.number}.`) && each !== name)
    for (const each of earlier) await rm(join(folder, each), { force: true })
  } catch (error) {
    // The upload was completed or aborted meanwhile.
    if (isClosed(error)) return { refusal: 'absent' }
    throw error
  }
  return { etag: `"${etag}"` }
}
