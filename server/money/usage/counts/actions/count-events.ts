import { isRedefined, meters } from '#merchant/catalogue/meters/index.ts'
import type { Platform } from '#platform/platform.ts'
import { beginCounting, lockCounting, readUncounted, saveCounting } from '../counting/store.ts'
import { claimFigures, shareFigures } from '../store.ts'
import { readThresholds } from '../thresholds/store.ts'
import { addEventFigures } from './add-figures.ts'
import { emitThresholds } from './emit-thresholds.ts'

/** Events that are counted in one transaction. */
const BATCH = 1000

/** A meter whose events are to be counted. */
export interface CountEventsInput {
  readonly organizationId: string
  readonly meterId: string
}

/** Begins to count the events of a meter, unless they are counted by its present definition. False for a meter that does not exist. */
export async function beginCountingEvents(platform: Platform, { organizationId, meterId }: CountEventsInput): Promise<boolean> {
  return platform.database.transaction(async (tx) => {
    await claimFigures(tx, organizationId)
    const meter = await meters.find(tx, [organizationId], meterId)
    if (!meter) return false
    const counting = await lockCounting(tx, meter)
    if (!counting || isRedefined(counting, meter)) await beginCounting(tx, meter, platform.clock.now({ organizationId }))
    return true
  })
}

/** Counts the next events of a meter, in one transaction. Returns whether there are more. */
export async function countEvents(platform: Platform, { organizationId, meterId }: CountEventsInput): Promise<boolean> {
  const now = platform.clock.now({ organizationId })
  return platform.database.transaction(async (tx) => {
    await shareFigures(tx, organizationId)
    const counting = await lockCounting(tx, { organizationId, id: meterId })
    if (!counting || counting.completedAt) return false
    const events = await readUncounted(tx, organizationId, { ...counting, limit: BATCH })
    const thresholds = await readThresholds(tx, organizationId)
    const { reached } = await addEventFigures(tx, { organizationId, meters: [counting], events, now, mode: 'recounted', thresholds })
    await emitThresholds(tx, platform, { organizationId, reached, now })
    const isComplete = events.length < BATCH
    await saveCounting(
      tx,
      { organizationId, meterId },
      { countedTo: events.at(-1)?.id ?? null, events: events.length, completedAt: isComplete ? now : null },
    )
    return !isComplete
  })
}
