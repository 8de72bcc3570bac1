import { assert } from '#kernel/assert.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { digestSum, type EventArchive, type EventKey, isSameDigest } from '../archive/event-store.ts'
import { type DigestRow, readCopies, readDigests, type TablePart } from '../archive/store.ts'

/** A difference is first that the events are not there, and then at most once that they changed, or that others are there. */
const ATTEMPTS = 4

/** The events that are copied at once. */
export interface TableSlice {
  readonly table: string
  /** Ids of the month; null in a table of events of several months, of which others may be in the second store already. */
  readonly ids: { readonly firstId: string; readonly endId: string } | null
  /** Of that table, those before this id. */
  readonly endId: string | null
  readonly after: EventKey | null
  readonly limit: number
}

/** The dependencies of the copying of events. No transaction is open while the second store is called. */
export interface CopyDeps {
  readonly db: OpenDatabase['db']
  readonly archive: EventArchive
  /** The time that decides which copy of an event is the last one. */
  readonly copiedAt: Date
}

/**
 * Copies the next events of a table until the second store has the same number of them with the same digest. What it has already is not sent again.
 * Events that are there and not here, such as those of an organization that was deleted meanwhile, are deleted there. Throws where both stay different.
 */
export async function archiveEventPart(
  { db, archive, copiedAt }: CopyDeps,
  { table, ids, endId, after, limit }: TableSlice,
): Promise<{ readonly rows: readonly DigestRow[]; readonly isEnd: boolean }> {
  const part: TablePart = { table, endId, after }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { rows, isEnd } = await readDigests(db, part, limit)
    if (!ids && rows.length === 0) return { rows, isEnd }
    const last = rows.at(-1) ?? null
    const range = ids ? { ...ids, after, to: isEnd ? null : last } : idsOf(rows)
    if (isSameDigest(await archive.digestOf(range), digestSum(rows.map(({ digest }) => digest)))) return { rows, isEnd }
    if (attempt > 2) await archive.deleteRange(range)
    if (last) await archive.insertEvents(await readCopies(db, { ...part, to: last }), copiedAt)
  }
  assert(false, `The copy of ${table} stays different`)
}

const idsOf = (rows: readonly DigestRow[]) => ({
  organizationIds: [...new Set(rows.map(({ organizationId }) => organizationId))],
  ids: rows.map(({ id }) => id),
})
