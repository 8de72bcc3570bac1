import type { OpenDatabase } from './database.ts'

const waiting = new WeakMap<OpenDatabase, (() => Promise<void>)[]>()

/** Runs `write` before the database is closed, for data that is cached in memory and written now and then. It must not reject. */
export function beforeClose(database: OpenDatabase, write: () => Promise<void>): void {
  waiting.set(database, [...(waiting.get(database) ?? []), write])
}

/** Runs the registered writes. Call it before the database is closed. */
export async function runLastWrites(database: OpenDatabase): Promise<void> {
  for (const write of waiting.get(database) ?? []) await write()
}
