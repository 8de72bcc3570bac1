import type { OpenDatabase } from './database.ts'

const waiting = new WeakMap<OpenDatabase, (() => Promise<void>)[]>()

/** Has `write` run before the database is closed, for what is kept in memory and written now and then. It must not reject. */
export function beforeClose(database: OpenDatabase, write: () => Promise<void>): void {
  waiting.set(database, [...(waiting.get(database) ?? []), write])
}

/** Writes what is still kept in memory. For whoever is about to close the database. */
export async function lastWrites(database: OpenDatabase): Promise<void> {
  for (const write of waiting.get(database) ?? []) await write()
}
