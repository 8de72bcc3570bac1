import { monotonicMs } from '#platform/clock.ts'
import { beforeClose } from '#platform/database/last-writes.ts'
import { outside } from '#platform/database/outside.ts'
import { isAlreadyLogged } from '#platform/database/unavailable.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import { type CallBatch, CallQueue, type QueuedCall, type RawContent } from '../call-queue.ts'
import { type CallContent, CONTENT_PURPOSE, callMethod } from '../model.ts'
import { redactedBody, redactedJson } from '../redaction.ts'
import { errorOf, recordedPath } from '../rules.ts'
import { addDrops, findRecordingOrganizations, insertCalls } from '../store.ts'

/** Calls are batched for this long and then written together. */
const BATCH_MS = 1000
/** The calls of one statement. */
const STATEMENT_CALLS = 500
/** After this time it is read again which organizations record contents: another process may have changed that. */
const RECORDING_MS = 5000

/** A request that was answered. `content` is missing where it was answered in parts. */
export interface RecordApiCallInput {
  readonly requestId: string
  readonly method: string
  readonly status: number
  readonly durationMs: number
  readonly startedAt: Date
  readonly caller: Caller
  readonly content:
    | { readonly route: string; readonly params: unknown; readonly query: unknown; readonly body: unknown; readonly answer: unknown }
    | undefined
}

interface CallLog {
  readonly queue: CallQueue
  timer: NodeJS.Timeout | undefined
  writing: Promise<void> | undefined
  /** The organizations that record contents, and until when that counts. */
  recording: Set<string>
  recordingUntilMs: number
}

const logs = new WeakMap<Platform, CallLog>()

function logOf(platform: Platform): CallLog {
  const existing = logs.get(platform)
  if (existing) return existing
  const log: CallLog = { queue: new CallQueue(), timer: undefined, writing: undefined, recording: new Set(), recordingUntilMs: 0 }
  logs.set(platform, log)
  beforeClose(platform.database, () => flushApiCalls(platform))
  return log
}

/** Lets this process know at once what an organization records. */
export function noteRecording(platform: Platform, organizationId: string, recordsBodies: boolean): void {
  const { recording } = logOf(platform)
  if (recordsBodies) recording.add(organizationId)
  else recording.delete(organizationId)
}

/**
 * Records a call with an access token in memory; a later batch writes it, so that the request neither waits nor costs a round trip.
 * Calls of other callers are not recorded.
 */
export function recordApiCall(platform: Platform, answered: RecordApiCallInput): void {
  const { caller, content } = answered
  if (caller.kind !== 'organization-token' || !content) return
  const { organizationId, tokenId } = caller
  const method = callMethod.safeParse(answered.method)
  if (!method.success) return
  const log = logOf(platform)
  const answer = textOf(content.answer)
  const call = {
    id: answered.requestId,
    organizationId,
    tokenId,
    method: method.data,
    path: recordedPath(content.route, content.params),
    status: answered.status,
    durationMs: Math.round(answered.durationMs),
    ...errorOf(answered.status, answer),
    createdAt: answered.startedAt,
  }
  const recorded = log.recording.has(organizationId) ? { query: content.query, requestBody: content.body, answer } : undefined
  log.queue.add({ call, content: recorded })
  log.timer ??= outside(() => setTimeout(() => void flushApiCalls(platform), BATCH_MS).unref())
}

function textOf(answer: unknown): string {
  return typeof answer === 'string' ? answer : Buffer.isBuffer(answer) ? answer.toString('utf8') : ''
}

/** Writes the waiting calls. On failure they are logged and counted as dropped. One write at a time: a slow one lets the queue fill. */
export async function flushApiCalls(platform: Platform): Promise<void> {
  const log = logs.get(platform)
  if (!log) return
  clearTimeout(log.timer)
  log.timer = undefined
  // Another caller that waited may be writing by now.
  while (log.writing) await log.writing
  if (log.queue.isEmpty()) return
  log.writing = outside(() => write(platform, log)).finally(() => {
    log.writing = undefined
  })
  await log.writing
}

async function write(platform: Platform, log: CallLog): Promise<void> {
  const batch = log.queue.take()
  let written = 0
  try {
    await refreshRecording(platform, log)
    for (let at = 0; at < batch.calls.length; at += STATEMENT_CALLS) {
      const part = batch.calls.slice(at, at + STATEMENT_CALLS).map((queued) => toRow(platform, queued))
      await insertCalls(platform.database.db, part)
      written += part.length
    }
    await saveDrops(platform, batch)
  } catch (error) {
    for (const { call } of batch.calls.slice(written)) log.queue.countDrops(call.organizationId, 1)
    for (const [organizationId, calls] of batch.drops) log.queue.countDrops(organizationId, calls)
    if (!isAlreadyLogged(error)) platform.log.warn('API calls could not be recorded.', { calls: batch.calls.length - written, error })
  }
}

async function refreshRecording({ database }: Platform, log: CallLog): Promise<void> {
  if (monotonicMs() < log.recordingUntilMs) return
  log.recording = new Set(await findRecordingOrganizations(database.db))
  log.recordingUntilMs = monotonicMs() + RECORDING_MS
}

async function saveDrops({ database, clock, log }: Platform, { drops }: CallBatch): Promise<void> {
  if (drops.size === 0) return
  await addDrops(database.db, drops, clock.now())
  log.warn('API calls were not recorded: too many came in at once.', { calls: [...drops.values()].reduce((sum, each) => sum + each, 0) })
}

function toRow({ secrets }: Platform, { call, content }: QueuedCall) {
  return { call, sealedContent: content ? secrets.seal(CONTENT_PURPOSE, JSON.stringify(contentOf(content))) : null }
}

function contentOf({ query, requestBody, answer }: RawContent): CallContent {
  const hasQuery = typeof query === 'object' && query !== null && Object.keys(query).length > 0
  return { query: hasQuery ? redactedJson(query) : null, requestBody: redactedJson(requestBody), responseBody: redactedBody(answer) }
}
