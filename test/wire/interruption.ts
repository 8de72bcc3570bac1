// A database that lets a test act between two steps of a request, so that concurrent requests interleave in a fixed order.
import type { KyselyPlugin } from 'kysely'
import type { OpenDatabase } from '#platform/database/database.ts'
import { roundTrips } from '#platform/database/named-pool.ts'
import { outside } from '#platform/database/outside.ts'

/** An interruptible database, and the function that schedules the interruption. */
export interface Interruptible {
  readonly database: OpenDatabase
  /**
   * Runs `action` at step number `step` (from 1) from now on. A step is the result of a statement outside of transactions, or the begin
   * of a transaction. Returns a function that says whether the step was reached.
   */
  interrupt(step: number, action: () => Promise<unknown>): () => boolean
}

/** Makes a database interruptible; closing the result leaves the original open. */
export function interruptible(database: OpenDatabase): Interruptible {
  let remaining = Number.POSITIVE_INFINITY
  let interruption: () => Promise<unknown> = async () => undefined
  const step = async (): Promise<void> => {
    // A statement of a timer meanwhile is no step of the request.
    if (roundTrips.getStore() === undefined) return
    remaining -= 1
    if (remaining === 0) await outside(interruption)
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
    interrupt: (at, action) => {
      remaining = at
      interruption = action
      return () => remaining <= 0
    },
  }
}
