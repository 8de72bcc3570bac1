import type { Readable } from 'node:stream'
import { assert } from '#kernel/assert.ts'
import { type Problem, ValidationRefusal } from '#kernel/refusal.ts'
import { ingestEvents } from '#money/usage/counts/index.ts'
import type { EventDraft } from '#money/usage/counts/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { eventBody, excessFault, type LineFormat } from '../cells.ts'
import { deleteImportFileSpec } from '../job-specs.ts'
import { type EventImport, hasEnded, importPath, type RefusedLine, type Separator } from '../model.ts'
import { advance, fail } from '../rules.ts'
import { eventImports, insertRefusedLines } from '../store.ts'
import { type FileBatch, type FileLine, readBatches } from './read-batches.ts'

/** An import, and how many batches of it are stored before other work takes its turn. */
export interface RunEventImportInput {
  readonly organizationId: string
  readonly importId: string
  readonly batches: number
  readonly readEvent: EventReader
}

/** Reads the body of an event; its first problem where it is at fault. */
export type EventReader = (body: unknown) => { readonly event: EventDraft } | { readonly problem: Problem }

interface AcceptedLine {
  readonly source: FileLine
  readonly event: EventDraft
}

/**
 * Stores lines of an import: each batch, its refused lines and its progress in one transaction, so that no line is counted twice however often
 * the process ends. `more`: there are further lines · `done`: it has ended.
 */
export async function runEventImport(
  platform: Platform,
  { organizationId, importId, batches, readEvent }: RunEventImportInput,
): Promise<'done' | 'more'> {
  const found = await eventImports.find(platform.database.db, [organizationId], importId)
  if (!found || hasEnded(found) || found.status === 'uploading') return 'done'
  const stored = await platform.files.read(importPath(found))
  if (!stored) {
    await failEventImport(platform, { organizationId, importId, failure: 'The file is no longer there.' })
    return 'done'
  }
  try {
    return await storeBatches(platform, found, { content: stored.content, batches, readEvent })
  } finally {
    stored.content.destroy()
  }
}

async function storeBatches(
  platform: Platform,
  found: EventImport,
  { content, batches, readEvent }: Pick<RunEventImportInput, 'batches' | 'readEvent'> & { readonly content: Readable },
): Promise<'done' | 'more'> {
  const format: LineFormat = { columns: found.header ?? [], separator: (found.separator ?? ',') as Separator }
  let left = batches
  for await (const batch of readBatches(content, { ...found, separator: format.separator })) {
    const isStored = await platform.database.transaction((tx) => storeBatch(tx, platform, { found, batch, format, readEvent }))
    if (!isStored || batch.isLast) return 'done'
    left -= 1
    if (left === 0) return 'more'
  }
  return 'done'
}

interface BatchToStore {
  readonly found: Pick<EventImport, 'organizationId' | 'id'>
  readonly batch: FileBatch
  readonly format: LineFormat
  readonly readEvent: EventReader
}

// False where the import was cancelled, or another worker has stored the batch.
async function storeBatch(tx: Tx, platform: Platform, { found, batch, format, readEvent }: BatchToStore): Promise<boolean> {
  const { organizationId } = found
  const locked = await eventImports.lock(tx, [organizationId], found.id)
  if (!locked || hasEnded(locked) || locked.position !== batch.from) return false
  const refused: RefusedLine[] = []
  const accepted: AcceptedLine[] = []
  for (const line of batch.lines) {
    const read = readLine(line, format, readEvent)
    if ('reason' in read) refused.push(read)
    else accepted.push(read)
  }
  const stored = await storeEvents(tx, platform, { organizationId, accepted })
  const lines = [...refused, ...stored.refused].toSorted((one, other) => one.line - other.line)
  const { next, reported } = advance(locked, { ...batch, ...stored, refused: lines }, platform.clock.now(locked))
  await insertRefusedLines(tx, next, reported)
  await eventImports.save(tx, next)
  if (batch.isLast) await enqueue(tx, platform, deleteImportFileSpec, { path: importPath(next), uploadId: next.uploadId })
  return true
}

function readLine(line: FileLine, format: LineFormat, readEvent: EventReader): AcceptedLine | RefusedLine {
  const fault = line.fault ?? excessFault(line.cells, format)
  if (fault !== undefined) return { line: line.line, field: null, reason: fault, cells: line.cells }
  const result = readEvent(eventBody(line.cells, format))
  return 'event' in result ? { source: line, event: result.event } : refusedLine(line, result.problem)
}

// The location is that of a body: `body`, and the keys to the value.
function refusedLine({ line, cells }: FileLine, { loc, msg }: Problem): RefusedLine {
  return { line, field: loc.slice(1).join('.') || null, reason: msg, cells }
}

interface EventsToStore {
  readonly organizationId: string
  readonly accepted: readonly AcceptedLine[]
}

/** The number of events that were stored, of those that were there before, and the lines that were refused. */
interface StoredEvents {
  readonly inserted: number
  readonly duplicates: number
  readonly refused: readonly RefusedLine[]
}

// Events at fault are refused before anything is written; what is left is sent again without them.
async function storeEvents(tx: Tx, platform: Platform, { organizationId, accepted }: EventsToStore): Promise<StoredEvents> {
  if (accepted.length === 0) return { inserted: 0, duplicates: 0, refused: [] }
  try {
    const result = await ingestEvents(tx, platform, { organizationId, events: accepted.map(({ event }) => event) })
    return { ...result, refused: [] }
  } catch (error) {
    if (!(error instanceof ValidationRefusal)) throw error
    const problems = new Map(error.problems.map((problem) => [problem.loc[2], problem]))
    const refused = accepted.flatMap(({ source }, at) => {
      const problem = problems.get(at)
      return problem ? [refusedLine(source, { ...problem, loc: ['body', ...problem.loc.slice(3)] })] : []
    })
    assert(refused.length > 0, 'No event was at fault')
    const rest = await storeEvents(tx, platform, { organizationId, accepted: accepted.filter((_, at) => !problems.has(at)) })
    return { ...rest, refused: [...refused, ...rest.refused] }
  }
}

/** An import, and why it fails, as a sentence. */
export interface FailEventImportInput {
  readonly organizationId: string
  readonly importId: string
  readonly failure: string
}

/** Ends an import by a fault that no further attempt mends; what was stored stays. */
export async function failEventImport(platform: Platform, { organizationId, importId, failure }: FailEventImportInput): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const locked = await eventImports.lock(tx, [organizationId], importId)
    if (!locked || hasEnded(locked)) return
    const next = fail(locked, failure, platform.clock.now(locked))
    await eventImports.save(tx, next)
    await enqueue(tx, platform, deleteImportFileSpec, { path: importPath(next), uploadId: next.uploadId })
  })
}
