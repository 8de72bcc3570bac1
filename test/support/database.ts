// The one database that store tests share: embedded and in memory, or a database of this run's own where DATABASE_URL is set.
// Nothing is cleaned between tests: each makes an organization and addresses of its own.
import type { OpenDatabase } from '#platform/database/database.ts'
import { openDatabase } from '#platform/database/open.ts'

const FAULTS = { onSlow: () => undefined, onFault: () => undefined }
/** Locks are held while a transaction waits for something that is not SQL: longer than this is a fault of design. */
const GAP_MAX_MS = 50

/** The longest time, in milliseconds, that a transaction of the tests waited for something that was not SQL. */
export const gaps: { longestMs: number } = { longestMs: 0 }

let shared: Promise<OpenDatabase> | undefined

/** The shared database with the schema in place; opened once for all files of a run. */
export function testDatabase(): Promise<OpenDatabase> {
  shared ??= ownDatabase()
  return shared
}

/** A further database for tests that look at all rows (jobs, the relay): the embedded one in memory, or the run's on PostgreSQL. */
export async function ownDatabase(): Promise<OpenDatabase> {
  const onGap = (ms: number): void => {
    gaps.longestMs = Math.max(gaps.longestMs, ms)
  }
  const database = await openDatabase({ url: process.env['DATABASE_URL'] }, { ...FAULTS, onGap })
  await database.migrate()
  return database
}

/** Whether no transaction so far has waited too long for something that is not SQL. */
export function heldNoLocksIdly(): boolean {
  return gaps.longestMs < GAP_MAX_MS
}
