import type { Platform } from '#platform/platform.ts'
import { monthsFrom } from '../months/months.ts'
import { countOthers, createMonth, listMonths } from '../months/store.ts'

/** The present month and the next two. */
const MONTHS = 3
/** Events that are moved into a new partition in one transaction, in which all other uses of events wait: one or two seconds. */
export const MOVED_MAXIMUM = 100_000

/**
 * Creates the partitions of the present and the next months that do not exist yet, each in its own transaction. A month of which the default
 * partition has too many events is left there, with a warning.
 */
export async function createEventMonths(
  { database, clock, log }: Platform,
  { movedMaximum = MOVED_MAXIMUM }: { readonly movedMaximum?: number } = {},
): Promise<void> {
  const existing = new Set((await listMonths(database.db)).map(({ name }) => name))
  for (const month of monthsFrom(clock.now(), MONTHS)) {
    if (existing.has(month.name)) continue
    if ((await countOthers(database.db, month, movedMaximum + 1)) > movedMaximum)
      log.warn('The events of a month are too many to be moved into a partition of their own.', { partition: month.name, movedMaximum })
    else await database.transaction((tx) => createMonth(tx, month))
  }
}
