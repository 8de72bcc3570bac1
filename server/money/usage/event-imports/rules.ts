import { RECORD_BYTES } from '#kernel/csv/records.ts'
import { refuseProblems, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { type FileHeader, headerProblems } from './header.ts'
import { type EventImport, hasEnded, type RefusedLine } from './model.ts'
import { eventImportRefusals } from './refusals.ts'

/** The bytes of a file, and its lines below the header, at most. */
export const FILE_BYTES = 50 * 1024 * 1024
export const LINES_MAXIMUM = 500_000
/** Refused lines that the report of one import contains, and the characters of their cells together. */
const REPORTED_MAXIMUM = 10_000
const REPORTED_CHARACTERS = 5_000_000

const FILE = ['body', 'file']

/** A new import. */
export interface EventImportDraft {
  readonly fileName: string
  readonly size: number
}

/** The values of a new import besides its draft. */
export interface NewEventImport {
  readonly id: string
  readonly organizationId: string
  readonly uploadId: string
  readonly now: Date
}

/** An import whose file is to be sent. */
export function create({ fileName, size }: EventImportDraft, { id, organizationId, uploadId, now }: NewEventImport): EventImport {
  return {
    id,
    organizationId,
    createdAt: now,
    modifiedAt: null,
    fileName,
    size,
    status: 'uploading',
    failure: null,
    position: 0,
    linesTotal: null,
    linesRead: 0,
    inserted: 0,
    duplicates: 0,
    refused: 0,
    reported: 0,
    endedAt: null,
    uploadId,
    header: null,
    separator: null,
    nextLine: 1,
    reportedCharacters: 0,
  }
}

/** The measures of the content of an uploaded file. */
export interface FileSurvey {
  readonly bytes: number
  /** Its lines, the header included. */
  readonly lines: number
  /** The first line that is longer than any record, from 1; null where there is none. */
  readonly longLine: number | null
}

/** Refuses a file that is not what was declared, is too long, or whose header is at fault, with all problems at once (422). */
export function checkFile({ size }: EventImport, { bytes, lines, longLine }: FileSurvey, header: FileHeader): void {
  refuseProblems([
    ...(bytes === size ? [] : [valueProblem(FILE, `The file has ${bytes} bytes, and ${size} were declared.`)]),
    ...(lines - 1 > LINES_MAXIMUM ? [valueProblem(FILE, `The file has ${lines - 1} lines. It can have at most ${LINES_MAXIMUM}.`)] : []),
    ...(longLine === null ? [] : [valueProblem(FILE, `Line ${longLine} has more than ${RECORD_BYTES} bytes.`)]),
    ...headerProblems(header),
  ])
}

/** The import after its file was uploaded and checked. */
export function complete(found: EventImport, { lines }: FileSurvey, { header, now }: { header: FileHeader; now: Date }): EventImport {
  const { columns, separator, end, nextLine } = header
  const linesTotal = Math.max(0, lines - nextLine + 1)
  return { ...found, status: 'pending', header: columns, separator, position: end, nextLine, linesTotal, modifiedAt: now }
}

/** The outcome of consecutive lines. */
export interface BatchOutcome {
  readonly inserted: number
  readonly duplicates: number
  /** In the order of the file. */
  readonly refused: readonly RefusedLine[]
  /** Where the next line begins, and its number. */
  readonly position: number
  readonly nextLine: number
  /** Whether there is none. */
  readonly isLast: boolean
}

/** The import after a batch, and those of its refused lines that are reported. */
export function advance(found: EventImport, outcome: BatchOutcome, now: Date): { next: EventImport; reported: readonly RefusedLine[] } {
  const { inserted, duplicates, refused, position, nextLine, isLast } = outcome
  let characters = found.reportedCharacters
  const reported: RefusedLine[] = []
  for (const line of refused) {
    const length = line.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (found.reported + reported.length >= REPORTED_MAXIMUM || characters + length > REPORTED_CHARACTERS) break
    characters += length
    reported.push(line)
  }
  const next: EventImport = {
    ...found,
    status: isLast ? 'completed' : 'running',
    position,
    nextLine,
    linesRead: found.linesRead + inserted + duplicates + refused.length,
    inserted: found.inserted + inserted,
    duplicates: found.duplicates + duplicates,
    refused: found.refused + refused.length,
    reported: found.reported + reported.length,
    reportedCharacters: characters,
    endedAt: isLast ? now : null,
    modifiedAt: now,
  }
  return { next, reported }
}

/** The import after its merchant has cancelled it: what was stored stays. 409 where it has ended. */
export function cancel(found: EventImport, now: Date): EventImport {
  refuseWhen(hasEnded(found), eventImportRefusals.EventImportEnded)
  return { ...found, status: 'cancelled', endedAt: now, modifiedAt: now }
}

/** The import after a fault that no further attempt mends. */
export function fail(found: EventImport, failure: string, now: Date): EventImport {
  return { ...found, status: 'failed', failure, endedAt: now, modifiedAt: now }
}
