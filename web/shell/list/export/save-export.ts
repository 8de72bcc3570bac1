import { byteOrderMark, saveBlob } from '#web/parts/download.ts'
import { type ExportFormat, rowCounter } from './count-rows.ts'

/** An export of the server: what its file is named, and its URL. */
export interface ServerExport {
  readonly name: string
  readonly hrefOf: (format: ExportFormat) => string
}

/** The progress of an export; `total` is null until the server has counted. */
export interface ExportProgress {
  readonly rows: number
  readonly total: number | null
}

/** A refusal of the server, as `errorText` reads it. */
export interface ExportFault {
  readonly status: number
  readonly code: string
  readonly body: unknown
}

/** Reads an export and saves it as a file. Null when it is saved; throws where the connection breaks or `signal` stops it. */
export async function saveExport(
  { name, hrefOf }: ServerExport,
  format: ExportFormat,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: ExportProgress) => void },
): Promise<ExportFault | null> {
  const answer = await fetch(hrefOf(format), { signal: options.signal })
  if (!answer.ok || answer.body === null) return readExportFault(answer)
  const total = Number(answer.headers.get('x-total-count'))
  const count = rowCounter(format)
  const pieces: string[] = format === 'csv' ? [byteOrderMark] : []
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value)
    options.onProgress({ rows: Math.min(count(read.value), total), total })
  }
  saveBlob(`${name}.${format}`, new Blob(pieces, { type: format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json' }))
  return null
}

async function readExportFault(answer: Response): Promise<ExportFault> {
  const body = (await answer.json().catch(() => null)) as { readonly error?: string } | null
  return { status: answer.status, code: body?.error ?? 'UNEXPECTED', body }
}
