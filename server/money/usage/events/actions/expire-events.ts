import { firstId } from '#kernel/id.ts'
import { monotonicMs } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { deleteOthers, detachMonth, dropDetached, findRetainedFrom, listDetached, listMonths, raiseEventsFrom } from '../months/store.ts'

/** Events that one transaction deletes from the default partition. */
const BATCH = 1000
/** The time for which a run deletes; the next one goes on. */
const RUN_MS = 300_000

/**
 * Drops the events of months that ended more than EVENT_RETENTION_MONTHS ago. The figures of meters and the ids that senders gave their events
 * stay. What is dropped is recorded before: the check of the figures begins after it.
 */
export async function expireEvents(platform: Platform): Promise<void> {
  const { database, log } = platform
  const from = await findRetainedFrom(platform, platform.clock.now())
  if (from) {
    await database.transaction((tx) => raiseEventsFrom(tx, from))
    for (const month of await listMonths(database.db)) if (month.end <= from) await database.transaction((tx) => detachMonth(tx, month))
  }
  // Also those of a run that did not come to its end.
  for (const name of await listDetached(database.db)) {
    await database.transaction((tx) => dropDetached(tx, name))
    log.info('The events of a month were dropped.', { table: name })
  }
  if (!from) return
  const endMs = monotonicMs() + RUN_MS
  let deleted = BATCH
  while (deleted === BATCH && monotonicMs() < endMs) deleted = await database.transaction((tx) => deleteOthers(tx, firstId(from), BATCH))
}
