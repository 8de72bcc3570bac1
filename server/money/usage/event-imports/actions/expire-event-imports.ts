import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import { deleteImportFileSpec } from '../job-specs.ts'
import { type EventImport, importPath } from '../model.ts'
import { deleteOld, deleteUnsent, lockResting } from '../store.ts'
import { failEventImport } from './run-event-import.ts'

/** Imports that one transaction deletes, each with up to ten thousand refused lines. */
const BATCH = 20
/** Why an import fails that no run could go on with. */
const RESTED = 'The server could not store the next lines. Those from the position on were not imported.'

/**
 * Deletes imports whose file was not sent within an hour and those that ended thirty days ago; those of which no line was read for a day
 * fail.
 */
export async function expireEventImports(platform: Platform): Promise<void> {
  await repeated(platform, async (tx) => {
    const unsent = await deleteUnsent(tx, platform, BATCH)
    await enqueueDeletion(tx, platform, unsent)
    return unsent.length
  })
  await repeated(platform, async (tx) => (await deleteOld(tx, platform, BATCH)).length)
  const resting = await platform.database.transaction((tx) => lockResting(tx, platform, BATCH))
  for (const { organizationId, id } of resting) await failEventImport(platform, { organizationId, importId: id, failure: RESTED })
}

function enqueueDeletion(tx: Tx, platform: Platform, imports: readonly EventImport[]): Promise<void> {
  const jobs = imports.map((each) => [{ path: importPath(each), uploadId: each.uploadId }, `event import ${each.id}`] as const)
  return enqueueAll(tx, platform, { spec: deleteImportFileSpec, jobs })
}

async function repeated(platform: Platform, step: (tx: Tx) => Promise<number>): Promise<void> {
  let count = BATCH
  while (count === BATCH) count = await platform.database.transaction(step)
}
