// A database that lets a test do something between two steps of a request: what two browsers do at once, in one order for certain.
import type { KyselyPlugin } from 'kysely'
import type { OpenDatabase } from '#platform/database/database.ts'
import { outside } from '#platform/database/outside.ts'

/** Such a database, and the way to say when what happens. */
export interface Interruptible {
  readonly database: OpenDatabase
  /**
   * Does `act` after step number `step` (from 1) from now on: the answer to a statement outside of transactions, or the wish to
   * begin one. Gives the way to ask whether it came to that.
   */
  interrupt(step: number, act: () => Promise<unknown>): () => boolean
}

/** The same database, interruptible; closing it leaves the other one open. */
export function interruptible(database: OpenDatabase): Interruptible {
  let left = Number.POSITIVE_INFINITY
  let interruption: () => Promise<unknown> = async () => undefined
  const step = async (): Promise<void> => {
    left -= 1
    if (left === 0) await outside(interruption)
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await step()
      return result
    },
  }
  return {
    database: {
      ...database,
      db: database.db.withPlugin(plugin),
      transaction: async (run) => {
        await step()
        return database.transaction(run)
      },
      close: async () => undefined,
    },
    interrupt: (at, act) => {
      left = at
      interruption = act
      return () => left <= 0
    },
  }
}
