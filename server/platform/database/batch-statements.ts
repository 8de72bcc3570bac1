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
import { ATTEMPTS, asksAgain, backOff, runOnCommit } from './transaction.ts'

/** What must hold for the gathered writes to happen at all. */
export interface Guard {
  /** A select of one column: true, or no row. It may lock what it looks at. */
  readonly holds: RawBuilder<unknown>
}

/** The guard of gathered writes did not hold: nothing was written. */
export class GuardFailed extends Error {
  override readonly name = 'GuardFailed'
}

const GUARD_STATE = 'GH001'

/**
 * Runs `run` with a handle whose inserts, updates and deletes are sent together, as the parts of one statement: one message
 * to the database instead of one for each and two for the transaction around them, and just as atomic. All parts see the data
 * as it was before the statement, so no part may read what another writes, nor write a row that another writes; nothing can
 * be read. Of two that wait for each other the database undoes one, which is sent again. Rejects with `GuardFailed` when the
 * guard does not hold, else as the statement does.
 */
export async function batchStatements<T>(db: Database, run: (tx: Tx) => Promise<T>, guard?: Guard): Promise<T> {
  const parts: CompiledQuery[] = []
  const tx = recorder(parts)
  const value = await run(tx)
  const statement = joined(parts, guard && compiled(db, guard.holds))
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
      if (attempt >= ATTEMPTS || !asksAgain(error)) throw error
      await backOff(attempt)
    }
  }
}

function compiled(db: Database, holds: RawBuilder<unknown>): CompiledQuery {
  return sql<unknown>`select require_row((${holds})) as holds`.compile(db)
}

function joined(parts: readonly CompiledQuery[], guard: CompiledQuery | undefined): CompiledQuery | undefined {
  if (!parts.length) return guard
  const all = guard ? [...parts, guard] : parts
  const key = [guard ? 'guarded' : 'plain', ...all.map(({ sql: text }) => text)].join(BETWEEN)
  return CompiledQuery.raw(
    textOf(key),
    all.flatMap(({ parameters }) => parameters),
  )
}

/** Statements that are kept in mind: as many as the database plans once for each connection. */
const TEXTS_MAX = 500
/** Stands in no statement. */
const BETWEEN = '\0'

const textOf = memoize(TEXTS_MAX, (key) => {
  const [kind, ...texts] = key.split(BETWEEN)
  let before = 0
  const renumbered = texts.map((text) => {
    let most = 0
    const moved = text.replace(/\$(\d+)/g, (_, number: string) => {
      most = Math.max(most, Number(number))
      return `$${before + Number(number)}`
    })
    before += most
    return moved
  })
  // A part that only reads is worked when the main statement asks for it.
  const main = kind === 'guarded' ? renumbered.pop() : 'select 1'
  // PostgreSQL works such parts from the last to the first: written backwards they happen in the order of the calls, and so facts
  // get their positions.
  return `with ${renumbered
    .map((text, at) => `part_${at} as (${text})`)
    .toReversed()
    .join(', ')} ${main}`
})

/** A handle that keeps what it is given to execute. */
function recorder(parts: CompiledQuery[]): Tx {
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      if (!/^\s*(insert|update|delete)\b/i.test(query.sql) || /\breturning\b/i.test(query.sql))
        throw new Error('Gathered writes give no rows: what has to be read is read before them.')
      parts.push(query)
      return { rows: [] }
    },
    // biome-ignore lint/correctness/useYield: nothing is ever streamed
    streamQuery: async function* () {
      throw new Error('Gathered writes give no rows.')
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
