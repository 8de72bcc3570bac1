import { firstId } from '#kernel/id.ts'
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts'
import { monotonicMs } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { JobOutcome } from '#platform/worker/job.ts'
import { clickHouseEvents } from '../archive/adapters/clickhouse.ts'
import { deleteCopied, deleteCopies, findCopied, OTHERS, saveCopied } from '../archive/store.ts'
import { monthNamed } from '../months/months.ts'
import {
  detachMonth,
  dropDetached,
  findEventsFrom,
  findRetainedFrom,
  listDetached,
  listMonths,
  monthOfDetached,
  raiseEventsFrom,
} from '../months/store.ts'
import { archiveEventPart, type CopyDeps, type TableSlice } from './archive-event-part.ts'

/** Events of one month in one statement. */
const BATCH = 10_000
/** Events of several months, whose ids a statement names. */
const OTHERS_BATCH = 1000
/** The time for which a run copies; the next one goes on at once. */
const RUN_MS = 300_000

/** The dependencies of a run, and until when it begins further statements. */
interface ArchiveDeps extends CopyDeps, Pick<Platform, 'database' | 'log'> {
  isOver(): boolean
}

/** Sizes that a test makes smaller. */
export interface ArchiveLimits {
  readonly batch?: number
  readonly runMs?: number
}

/**
 * Hands the events of months that ended more than EVENT_RETENTION_MONTHS ago over to ClickHouse. A month is copied while it is attached; then it is
 * detached, and from then on read there; what changed until then is copied again; and only when both have the same events it is dropped here.
 */
export async function archiveEvents(
  { database, clickhouse, clock, settings, log }: Platform & { readonly clickhouse: ClickHouse },
  { batch = BATCH, runMs = RUN_MS }: ArchiveLimits = {},
): Promise<JobOutcome> {
  const endMs = monotonicMs() + runMs
  const archive = clickHouseEvents(clickhouse, database.db)
  const deps = { db: database.db, archive, copiedAt: clock.now(), database, log, isOver: () => monotonicMs() >= endMs }
  await archive.prepare()
  const from = await findRetainedFrom({ database, settings }, clock.now())
  const isDone = (await finishDetached(deps, batch)) && (await moveLateEvents(deps)) && (!from || (await handOver(deps, { from, batch })))
  return isDone ? undefined : { againInSeconds: 0 }
}

interface HandOver {
  /** The first instant that stays in PostgreSQL. */
  readonly from: Date
  readonly batch: number
}

/** Hands over what is older. Returns whether it came to the end. */
async function handOver(deps: ArchiveDeps, { from, batch }: HandOver): Promise<boolean> {
  const { database } = deps
  const before = await findEventsFrom(database.db)
  if (before && before >= from) return true
  // They stay visible here until the end of the last month is passed, and must then be there.
  if (!(await copyTable(deps, { table: OTHERS, ids: null, endId: firstId(from), limit: OTHERS_BATCH }))) return false
  for (const month of await listMonths(database.db)) {
    if (month.end > from) continue
    if (!(await copyTable(deps, { table: month.name, ids: month, endId: null, limit: batch }))) return false
    await database.transaction(async (tx) => {
      await raiseEventsFrom(tx, month.end)
      await detachMonth(tx, month)
    })
    if (!(await finishDetached(deps, batch))) return false
  }
  await database.transaction((tx) => raiseEventsFrom(tx, from))
  return moveLateEvents(deps)
}

/** Copies what changed in detached months until they were detached, and drops them. */
async function finishDetached(deps: ArchiveDeps, batch: number): Promise<boolean> {
  const { database, log } = deps
  for (const table of await listDetached(database.db)) {
    const month = monthNamed(monthOfDetached(table))
    if (!month) continue
    if (!(await copyTable(deps, { table, ids: month, endId: null, limit: batch }))) return false
    await database.transaction((tx) => dropDetached(tx, table))
    log.info('The events of a month were handed over to ClickHouse.', { table })
  }
  return true
}

/** Moves events that arrived after their month was handed over, or that had none of their own. */
async function moveLateEvents(deps: ArchiveDeps): Promise<boolean> {
  const { database } = deps
  const from = await findEventsFrom(database.db)
  if (!from) return true
  for (let isEnd = false; !isEnd; ) {
    if (deps.isOver()) return false
    const endId = firstId(from)
    const part = await archiveEventPart(deps, { table: OTHERS, ids: null, endId, after: null, limit: OTHERS_BATCH })
    if (part.rows.length > 0) await database.transaction((tx) => deleteCopies(tx, part.rows, endId))
    isEnd = part.isEnd
  }
  return true
}

type WholeTable = Omit<TableSlice, 'after'>

/** Copies a table from where an earlier run has come. Returns whether it came to the end. */
async function copyTable(deps: ArchiveDeps, table: WholeTable): Promise<boolean> {
  const { database } = deps
  for (let after = (await findCopied(database.db, table.table)) ?? null; ; ) {
    if (deps.isOver()) return false
    const { rows, isEnd } = await archiveEventPart(deps, { ...table, after })
    const last = rows.at(-1)
    if (isEnd || !last) break
    await database.transaction((tx) => saveCopied(tx, table.table, { ...last, events: rows.length }))
    after = { organizationId: last.organizationId, id: last.id }
  }
  await database.transaction((tx) => deleteCopied(tx, table.table))
  return true
}
