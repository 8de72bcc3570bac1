import { isBlank, nextRecord } from '#kernel/csv/records.ts'

/** Lines of one batch, which are stored in one transaction, and their bytes: at most as many as one request may send. */
const BATCH_LINES = 1000
const BATCH_BYTES = 2 * 1024 * 1024

/** A line with content. */
export interface FileLine {
  /** Where it begins in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly fault: string | undefined
}

/** Consecutive lines of a file. */
export interface FileBatch {
  readonly lines: readonly FileLine[]
  /** Where it begins in the file, in bytes. */
  readonly from: number
  /** Where the next line begins, in bytes, and its number. */
  readonly position: number
  readonly nextLine: number
  /** Whether there is none. */
  readonly isLast: boolean
}

/** From where a file is read, and how. */
export interface BatchStart {
  readonly position: number
  readonly nextLine: number
  readonly separator: string
}

/** Yields the lines from a position on, in batches; the last one is marked, and may be empty. At most one batch is held in memory. */
export async function* readBatches(content: AsyncIterable<Buffer>, start: BatchStart): AsyncGenerator<FileBatch> {
  let { position, nextLine } = start
  let skipped = 0
  let bytes: Buffer = Buffer.alloc(0)
  let lines: FileLine[] = []
  let from = position
  // Reads the records in `bytes`; yields a batch whenever one is full.
  function* take(isLast: boolean): Generator<FileBatch> {
    let at = 0
    for (;;) {
      const record = at < bytes.length ? nextRecord(bytes, at, { separator: start.separator, isLast }) : undefined
      if (!record) break
      if (!isBlank(record)) lines.push({ line: nextLine, cells: record.cells, fault: record.fault })
      position += record.end - at
      nextLine += record.lineBreaks
      at = record.end
      if (lines.length < BATCH_LINES && position - from < BATCH_BYTES) continue
      yield { lines, from, position, nextLine, isLast: false }
      lines = []
      from = position
    }
    bytes = bytes.subarray(at)
  }
  for await (const piece of content) {
    const rest = piece.subarray(Math.min(piece.length, start.position - skipped))
    skipped += piece.length - rest.length
    if (rest.length === 0) continue
    bytes = bytes.length === 0 ? rest : Buffer.concat([bytes, rest])
    yield* take(false)
  }
  yield* take(true)
  yield { lines, from, position, nextLine, isLast: true }
}
