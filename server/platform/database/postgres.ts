import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Gate, type GateWatches, gateOf } from './connection/gate.ts'
import { type MigrationWatch, type OpenDatabase, sqlState } from './database.ts'
import { listenConnectionOf } from './listen-connection.ts'
import { migrate, pendingMigrations } from './migrations/migrations.ts'
import { isBroken, namedPool, type RawClient, type SlowStatement } from './named-pool.ts'
import type { Tables } from './tables.ts'
import { type GapWatches, transactionsOf } from './transaction.ts'
import { numberTypes } from './types.ts'
import { isCut, markDatabaseError, Unavailable } from './unavailable.ts'

const VERSION_MIN = 150_000
const STATEMENT_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT_MS = 5000
const IDLE_IN_TRANSACTION_MS = 15_000
/** A server that neither answered nor cancelled a statement by then counts as unreachable. */
const ANSWER_TIMEOUT_MS = 15_000
/** The longest wait for a connection, new or in use by others. */
const CONNECT_TIMEOUT_MS = 3000
const PING_MS = 1500
/** After this long in silence the system probes the other end of a connection. */
const KEEP_ALIVE_AFTER_MS = 10_000

/** The callbacks of an open database. */
export interface Watches extends Partial<GateWatches>, GapWatches {
  readonly onSlow: SlowStatement
  /** Called for an idle connection that broke. */
  readonly onFault: (error: Error) => void
}

/** Opens PostgreSQL 15 or newer at `url` with at most `connections` connections of this process. */
export async function openPostgres(url: string, connections: number, watches: Watches): Promise<OpenDatabase> {
  const base = {
    connectionString: url,
    types: numberTypes,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  }
  const pool = new pg.Pool({
    ...base,
    max: connections,
    // Statements that are sent ahead do not wait for each other's answers (decision 43).
    pipeline: true,
    query_timeout: ANSWER_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  })
  // Before the first connection: an error event without a listener would end the process.
  const { gate, listenConnection } = watchConnections(pool, base, watches)
  try {
    await checkVersion(pool, url)
  } catch (error) {
    gate.close()
    await pool.end()
    throw error
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: namedPool({ connect: gate.connect, end: async () => undefined }, watches.onSlow) as never }),
  })
  return {
    mode: 'postgres',
    db,
    transaction: transactionsOf(db, watches),
    listen: listenConnection.listen,
    listeningSince: listenConnection.listeningSince,
    notify: (channel, payload) => once(gate.connect(), 'select pg_notify($1, $2)', [channel, payload]),
    migrate: (watch) => onOwnConnection(base, (own) => migrateAndPrint(own, watch)),
    pendingMigrations: () => pendingMigrations(db),
    ping: () => ping(gate),
    close: async () => {
      gate.close()
      await listenConnection.close()
      await db.destroy()
      // Kysely ends the pool only after a query of its own.
      await pool.end()
    },
  }
}

// Every broken connection makes the gate probe the database. When it is back, the listening connection is reopened, because it may be
// dead without an error.
function watchConnections(pool: pg.Pool, base: pg.ClientConfig, { onFault, onGone, onBack }: Watches) {
  const gate = gateOf(pool, base, {
    onGone: (error) => onGone?.(error),
    onBack: (afterMs) => {
      listenConnection.renew()
      onBack?.(afterMs)
    },
  })
  const onBroken = (error: Error): void => {
    gate.probe()
    onFault(error)
  }
  const listenConnection = listenConnectionOf(base, onBroken)
  pool.on('error', onBroken)
  // A connection in use reports the error to its user; without a listener of its own it would end the process.
  pool.on('connect', (client) => void client.on('error', gate.probe))
  return { gate, listenConnection }
}

async function once(connecting: Promise<RawClient>, text: string, values: unknown[] = []): Promise<void> {
  const client = await connecting
  let isUnusable = false
  try {
    await client.query(text, values)
  } catch (error) {
    markDatabaseError(error)
    isUnusable = isBroken(error)
    throw error
  } finally {
    client.release(isUnusable)
  }
}

// Rejects in time for a health check, with the reason.
async function ping(gate: Gate): Promise<void> {
  let lack: 'gone' | 'busy' = 'busy'
  const connecting = gate.connect().then((client) => {
    lack = 'gone'
    return client
  })
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Unavailable(lack)), PING_MS)
  try {
    await Promise.race([once(connecting, 'select 1'), timeout])
  } catch (error) {
    if (!isCut(error)) throw error
    gate.probe()
    throw new Unavailable('gone', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects with a message if the server cannot be reached, refuses the login, or is too old. */
async function checkVersion(pool: pg.Pool, url: string): Promise<void> {
  const location = URL.parse(url)
  const answer = await pool
    .query<{ version: string; number: number }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
    )
    .catch((error: Error) => {
      throw new Error(refusalOf(error, location), { cause: reasonOf(error) })
    })
  const [{ version, number } = { version: 'unknown', number: 0 }] = answer.rows
  if (number < VERSION_MIN) throw new Error(`The database at ${location?.host} is PostgreSQL ${version}; 15 or newer is needed.`)
}

function refusalOf(error: Error, location: URL | null): string {
  const state = sqlState(error) ?? ''
  if (state.startsWith('28')) return `The database at ${location?.host} refuses the login: check the user and the password in DATABASE_URL.`
  if (state === '3D000') return `The database of DATABASE_URL does not exist at ${location?.host}: create it, or check the URL.`
  return `The database at ${location?.host} cannot be reached.`
}

// A connection that several IP addresses refused has its messages in the individual errors only.
function reasonOf(error: Error): Error {
  return error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
}

async function migrateAndPrint(own: Kysely<Tables>, watch: MigrationWatch = {}): Promise<readonly string[]> {
  const pending = await pendingMigrations(own)
  if (pending.length) watch.print?.(`Migrating the database (${pending.length} steps), or waiting for another instance that does.`)
  return migrate(own, watch)
}

// Migrations run on a connection of their own: the statement timeout of the pool would cancel them, and the wait for their lock.
async function onOwnConnection<T>(base: pg.ClientConfig, run: (own: Kysely<Tables>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ ...base, max: 1 })
  const own = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await run(own)
  } finally {
    await own.destroy()
  }
}
