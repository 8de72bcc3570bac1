import { z } from 'zod'
import { assert } from '#kernel/assert.ts'
import { eventCreate, toEventDraft } from '#money/usage/counts/wire.ts'
import { validate } from '#platform/http/input/validate.ts'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { expireEventImports } from './actions/expire-event-imports.ts'
import { type EventReader, failEventImport, runEventImport } from './actions/run-event-import.ts'
import { deleteImportFileSpec, runImportSpec } from './job-specs.ts'

const HOUR_SECONDS = 3600
/** Batches of a run; then other jobs take their turn. After an interrupted run one: its end clears the suspicion. */
const BATCHES = 20
/** A run stores twenty thousand lines at most, and begins to read at the first byte. */
const RUN_LEASE_SECONDS = 600
/** Imports that one process works on at once. */
const RUN_SLOTS = 2
const FAILURE = 'The server could not store the next lines. Those from the position on were not imported.'

const runImport = job({
  ...runImportSpec,
  leaseSeconds: RUN_LEASE_SECONDS,
  slots: RUN_SLOTS,
  run: async ({ organizationId, importId }, platform, { isLastAttempt, wasInterrupted }) => {
    try {
      const batches = wasInterrupted ? 1 : BATCHES
      const result = await runEventImport(platform, { organizationId, importId, batches, readEvent })
      return result === 'more' ? { againInSeconds: 0 } : undefined
    } catch (error) {
      if (isLastAttempt) await failEventImport(platform, { organizationId, importId, failure: FAILURE })
      throw error
    }
  },
})

/** Reads an event as `POST /v1/events/ingest` does. */
export const readEvent: EventReader = (body) => {
  const result = validate('v1', { part: 'body', schema: eventCreate }, body)
  if ('value' in result) return { event: toEventDraft(result.value as z.output<typeof eventCreate>) }
  const [problem] = result.problems
  assert(problem, 'A refused event has no problem')
  return { problem }
}

const deleteImportFile = job({
  ...deleteImportFileSpec,
  slots: 4,
  run: async ({ path, uploadId }, { files }) => {
    await files.abortUpload({ path, uploadId })
    await files.delete(path)
  },
})

const expireImports = job({
  kind: 'event-imports:expire',
  payload: z.object({}),
  everySeconds: HOUR_SECONDS,
  run: (_, platform) => expireEventImports(platform),
})

export const jobs: readonly JobKind[] = [runImport, deleteImportFile, expireImports] as JobKind[]

export const listeners: readonly Listener[] = []
