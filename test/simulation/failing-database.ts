// A database whose transactions fail on request, as when a worker ends in the middle of one or just after it.
import type { OpenDatabase } from '#platform/database/database.ts'

/** Which of the next transactions fails, from 1, and whether it has committed by then. */
export interface Failure {
  readonly at: number
  readonly isAfterCommit: boolean
}

/** In the path of the files of the processor for tests. */
const SANDBOX = '/payments/adapters/'

class WorkerEnded extends Error {}

/** A database with failures. */
export interface FailingDatabase {
  readonly database: OpenDatabase
  /** Requests a failure; null takes one back that has not happened yet. */
  fail(failure: Failure | null): void
}

/** Wraps a database. */
export function failingDatabase(inner: OpenDatabase): FailingDatabase {
  let next: Failure | null = null
  const database: OpenDatabase = {
    ...inner,
    transaction: async (run) => {
      // The sandbox stands for a processor elsewhere: its own transactions do not end with a worker.
      if (new Error().stack?.includes(SANDBOX)) return inner.transaction(run)
      const failure = next
      next = failure && (failure.at > 1 ? { ...failure, at: failure.at - 1 } : null)
      if (failure?.at !== 1) return inner.transaction(run)
      await inner.transaction(async (tx) => {
        await run(tx)
        if (!failure.isAfterCommit) throw new WorkerEnded('The worker ends before its transaction commits.')
      })
      throw new WorkerEnded('The worker ends after its transaction has committed.')
    },
  }
  return {
    database,
    fail: (failure) => {
      next = failure
    },
  }
}

/** Runs `work`; a worker that ended on request is not an error. */
export async function survive(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof WorkerEnded)) throw error
  })
}
