import type { FileRead, FileUpload, Result } from '#client/index.ts'
import { client } from '#web/api.ts'

const partBytes = 10 * 1024 * 1024

/** The purpose of an upload. */
export type FilePurpose = FileRead['service']

/** An upload that did not succeed: the refusal of the server, or a lost connection. */
export type UploadFault = 'refused' | 'interrupted' | 'cancelled'

/** The input that an upload needs besides its file. */
export interface UploadOptions {
  readonly organizationId: string
  readonly service: FilePurpose
  readonly signal: AbortSignal
  /** The share that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** The parts of a file of `size` bytes. */
export function partsOf(size: number): readonly { readonly number: number; readonly chunkStart: number; readonly chunkEnd: number }[] {
  return Array.from({ length: Math.max(1, Math.ceil(size / partBytes)) }, (_, at) => ({
    number: at + 1,
    chunkStart: at * partBytes,
    chunkEnd: Math.min(size, (at + 1) * partBytes),
  }))
}

/** Declares a file, sends its parts one after the other, and completes it. */
export async function uploadFile(file: File, options: UploadOptions): Promise<FileRead | UploadFault> {
  const { organizationId, service, signal } = options
  const declared = await client.files.create(
    {
      organizationId,
      service,
      name: file.name,
      mimeType: file.type || 'application/octet-stream',
      size: file.size,
      upload: { parts: partsOf(file.size) },
    } as Parameters<typeof client.files.create>[0],
    { signal },
  )
  if (declared.error !== null) return toUploadFault(declared, signal)
  const sent = await sendParts(file, declared.data, options)
  if (typeof sent === 'string') return sent
  const { id, upload } = declared.data
  const completed = await client.files.complete(id, { id: upload.id, path: upload.path, parts: sent }, { signal })
  return completed.error === null ? completed.data : toUploadFault(completed, signal)
}

function toUploadFault({ error }: Result<unknown>, { aborted }: AbortSignal): UploadFault {
  if (aborted) return 'cancelled'
  return error !== null && error.status >= 400 && error.status < 500 ? 'refused' : 'interrupted'
}

interface SentPart {
  readonly number: number
  readonly checksumEtag: string
  readonly checksumSha256Base64: null
}

async function sendParts(
  file: File,
  { upload }: FileUpload,
  { signal, onProgress }: UploadOptions,
): Promise<readonly SentPart[] | UploadFault> {
  const sent: SentPart[] = []
  for (const { number, chunkStart, chunkEnd, url, headers } of upload.parts) {
    try {
      const body = file.slice(chunkStart, chunkEnd)
      const { ok, status, headers: answered } = await fetch(url, { method: 'PUT', headers: { ...headers }, body, signal })
      if (!ok) return status < 500 ? 'refused' : 'interrupted'
      sent.push({ number, checksumEtag: answered.get('etag') ?? '', checksumSha256Base64: null })
    } catch {
      return signal.aborted ? 'cancelled' : 'interrupted'
    }
    onProgress(file.size === 0 ? 1 : chunkEnd / file.size)
  }
  return sent
}
