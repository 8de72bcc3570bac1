import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { memoize } from '#kernel/memoize.ts'
import { type Database, sqlState, type Tx } from './database.ts'
import type { Tables } from './tables.ts'
import { ATTEMPTS, backOff, isRetryable, runOnCommit } from './transaction.ts'

/** A condition for the whole batch. */
export interface Guard {
  /** A select of one column: true, or no row. It may lock the rows that it reads. */
  readonly holds: RawBuilder<unknown>
}

/** The guard of a batch did not hold: nothing was written. */
export class GuardFailed extends Error {
  override readonly name = 'GuardFailed'
}

const GUARD_STATE = 'GH001'

/**
 * Runs `run` with a handle that collects its inserts, updates and deletes and sends them as the parts of one atomic statement: one
 * round trip instead of one for each and two for the transaction. All parts see the data as it was before the statement, so no part
 * may read what another writes, or write a row that another writes; nothing can be read. If two batches deadlock, the one that the
 * database rolls back is sent again. Rejects with `GuardFailed` if the guard does not hold, otherwise as the statement does.
 */
export async function batchStatements<T>(db: Database, run: (tx: Tx) => Promise<T>, guard?: Guard): Promise<T> {
  const parts: CompiledQuery[] = []
  const tx = recorder(parts)
  const value = await run(tx)
  const statement = combined(parts, guard && compiled(db, guard.holds))
  if (statement) await sendStatement(db, statement)
  runOnCommit(tx)
  return value
}

async function sendStatement(db: Database, statement: CompiledQuery): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.executeQuery(statement)
      return
    } catch (error) {
      if (sqlState(error) === GUARD_STATE) throw new GuardFailed('The guard of a statement did not hold.', { cause: error })
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
      await backOff(attempt)
    }
  }
}

function compiled(db: Database, holds: RawBuilder<unknown>): CompiledQuery {
  return sql<unknown>`select require_row((${holds})) as holds`.compile(db)
}

function combined(parts: readonly CompiledQuery[], guard: CompiledQuery | undefined): CompiledQuery | undefined {
  if (!parts.length) return guard
  const all = guard ? [...parts, guard] : parts
  const key = [guard ? 'guarded' : 'plain', ...all.map(({ sql: text }) => text)].join(SEPARATOR)
  return CompiledQuery.raw(
    textOf(key),
    all.flatMap(({ parameters }) => parameters),
  )
}

/** Cached statement texts: as many as the database prepares on each connection. */
const TEXTS_MAX = 500
/** Occurs in no statement. */
const SEPARATOR = '\0'

const textOf = memoize(TEXTS_MAX, (key) => {
  const [kind, ...texts] = key.split(SEPARATOR)
  let before = 0
  const renumbered = texts.map((text) => {
    let highest = 0
    const moved = text.replace(/\$(\d+)/g, (_, number: string) => {
      highest = Math.max(highest, Number(number))
      return `$${before + Number(number)}`
    })
    before += highest
    return moved
  })
  // A part that only reads is executed when the main statement reads it.
  const main = kind === 'guarded' ? renumbered.pop() : 'select 1'
  // PostgreSQL executes such parts from the last to the first. Reversed, they run in the order of the calls, in which events get their
  // positions.
  return `with ${renumbered
    .map((text, at) => `part_${at} as (${text})`)
    .toReversed()
    .join(', ')} ${main}`
})

/** A handle that collects the queries it is given. */
function recorder(parts: CompiledQuery[]): Tx {
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      if (!/^\s*(insert|update|delete)\b/i.test(query.sql) || /\breturning\b/i.test(query.sql))
        throw new Error('Batched statements return no rows: read before the batch.')
      parts.push(query)
      return { rows: [] }
    },
    // biome-ignore lint/correctness/useYield: streaming is not supported
    streamQuery: async function* () {
      throw new Error('Batched statements return no rows.')
    },
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => undefined,
    commitTransaction: async () => undefined,
    rollbackTransaction: async () => undefined,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Tx
}
