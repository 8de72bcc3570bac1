// A database whose transactions fail on request, as when a process ends in the middle of one or just after it.
import type { OpenDatabase } from '#platform/database/database.ts'

/** The number of the next transaction that fails, from 1, and whether it has committed by then. */
export interface Failure {
  readonly at: number
  readonly isAfterCommit: boolean
  /** Whose transactions are counted: those of the processor for tests stand for a processor elsewhere, whose answer is lost so. */
  readonly of?: 'server' | 'processor'
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
      if (next === null) return inner.transaction(run)
      const of = new Error().stack?.includes(SANDBOX) ? 'processor' : 'server'
      if (of !== (next.of ?? 'server')) return inner.transaction(run)
      const failure: Failure = next
      next = failure.at > 1 ? { ...failure, at: failure.at - 1 } : null
      if (failure.at !== 1) return inner.transaction(run)
      await inner.transaction(async (tx) => {
        await run(tx)
        if (!failure.isAfterCommit) throw new WorkerEnded('The process ends before its transaction commits.')
      })
      throw new WorkerEnded('The process ends after its transaction has committed.')
    },
  }
  return {
    database,
    fail: (failure) => {
      next = failure
    },
  }
}

/** Runs `work`; a process that ended on request is not an error. */
export async function survive(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof WorkerEnded)) throw error
  })
}
