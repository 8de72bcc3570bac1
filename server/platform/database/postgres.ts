import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Gate, type GateWatches, gateOf } from './connection/gate.ts'
import { type OpenDatabase, sqlState } from './database.ts'
import { listenConnectionOf } from './listen-connection.ts'
import { migrate, pendingMigrations } from './migrations.ts'
import { isBroken, namedPool, type RawClient, type SlowStatement } from './named.ts'
import type { Tables } from './tables.ts'
import { type GapWatch, transactionsOf } from './transaction.ts'
import { numberTypes } from './types.ts'
import { isCut, markDatabaseError, Unavailable } from './unavailable.ts'

const VERSION_MIN = 150_000
const STATEMENT_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT_MS = 5000
const IDLE_IN_TRANSACTION_MS = 15_000
/** A statement that the server neither answered nor gave up by then has no server any more. */
const ANSWER_TIMEOUT_MS = 15_000
/** How long one waits for a connection, be it a new one or one that others use. */
const CONNECT_TIMEOUT_MS = 3000
const PING_MS = 1500
/** After that long in silence the system asks whether the other end still lives. */
const ALIVE_AFTER_MS = 10_000

/** What opening a database is told besides where it is. */
export interface Watches extends Partial<GateWatches> {
  readonly onSlow: SlowStatement
  readonly onGap: GapWatch
  /** Told of a connection that broke while nobody used it. */
  readonly onFault: (error: Error) => void
}

/** Opens PostgreSQL 15 or newer at `url` with at most `connections` connections of this process. */
export async function openPostgres(url: string, connections: number, watches: Watches): Promise<OpenDatabase> {
  const base = {
    connectionString: url,
    types: numberTypes,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ALIVE_AFTER_MS,
  }
  const pool = new pg.Pool({
    ...base,
    max: connections,
    query_timeout: ANSWER_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  })
  // Before the first connection: one whose end nobody hears of would end the process.
  const { gate, ears } = watchedOver(pool, base, watches)
  try {
    await checkVersion(pool, url)
  } catch (error) {
    gate.close()
    await pool.end()
    throw error
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: namedPool({ connect: gate.connect, end: () => pool.end() }, watches.onSlow) as never }),
  })
  return {
    mode: 'postgres',
    db,
    transaction: transactionsOf(db, watches.onGap),
    listen: ears.listen,
    listeningSince: ears.listeningSince,
    notify: (channel, payload) => once(gate.connect(), 'select pg_notify($1, $2)', [channel, payload]),
    migrate: (say) => alone(base, (own) => migrateSaying(own, say)),
    pendingMigrations: () => pendingMigrations(db),
    ping: () => ping(gate),
    close: async () => {
      gate.close()
      await ears.close()
      await db.destroy()
    },
  }
}

// Whatever breaks makes the gate look; what broke without noticing is opened anew once the database is back.
function watchedOver(pool: pg.Pool, base: pg.ClientConfig, { onFault, onGone, onBack }: Watches) {
  const gate = gateOf(pool, base, {
    onGone: (error) => onGone?.(error),
    onBack: (afterMs) => {
      ears.renew()
      onBack?.(afterMs)
    },
  })
  const broken = (error: Error): void => {
    gate.doubt()
    onFault(error)
  }
  const ears = listenConnectionOf(base, broken)
  pool.on('error', broken)
  // One that is in use tells its user; without a listener of its own it would end the process.
  pool.on('connect', (client) => void client.on('error', gate.doubt))
  return { gate, ears }
}

async function once(connecting: Promise<RawClient>, text: string, values: unknown[] = []): Promise<void> {
  const client = await connecting
  let broken = false
  try {
    await client.query(text, values)
  } catch (error) {
    markDatabaseError(error)
    broken = isBroken(error)
    throw error
  } finally {
    client.release(broken)
  }
}

// Rejects in time for whoever asks after the server's health, saying what is amiss.
async function ping(gate: Gate): Promise<void> {
  let lack: 'gone' | 'busy' = 'busy'
  const connecting = gate.connect().then((client) => {
    lack = 'gone'
    return client
  })
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Unavailable(lack)), PING_MS)
  try {
    await Promise.race([once(connecting, 'select 1'), late])
  } catch (error) {
    if (!isCut(error)) throw error
    gate.doubt()
    throw new Unavailable('gone', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects with a sentence when the server cannot be reached, does not let us in, or is too old. */
async function checkVersion(pool: pg.Pool, url: string): Promise<void> {
  const place = URL.parse(url)
  const answer = await pool
    .query<{ version: string; number: number }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
    )
    .catch((error: Error) => {
      throw new Error(refusalOf(error, place), { cause: reasonOf(error) })
    })
  const [{ version, number } = { version: 'unknown', number: 0 }] = answer.rows
  if (number < VERSION_MIN) throw new Error(`The database at ${place?.host} is PostgreSQL ${version}; 15 or newer is needed.`)
}

function refusalOf(error: Error, place: URL | null): string {
  const state = sqlState(error) ?? ''
  if (state.startsWith('28')) return `The database at ${place?.host} does not let us in: see the user and the password in DATABASE_URL.`
  if (state === '3D000') return `There is no database of this name at ${place?.host}: make it, or see DATABASE_URL.`
  return `The database at ${place?.host} cannot be reached.`
}

// A refused connection to several addresses has its words in its parts only.
function reasonOf(error: Error): Error {
  return error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
}

async function migrateSaying(own: Kysely<Tables>, say: ((line: string) => void) | undefined): Promise<readonly string[]> {
  const pending = await pendingMigrations(own)
  if (pending.length) say?.(`Migrating the database (${pending.length} steps); another instance that does it is waited for.`)
  return migrate(own)
}

// Migrations run on a connection of their own: the pool's statement time-out would end them, and the wait for their lock.
async function alone<T>(base: pg.ClientConfig, run: (own: Kysely<Tables>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ ...base, max: 1 })
  const own = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await run(own)
  } finally {
    await own.destroy()
  }
}
