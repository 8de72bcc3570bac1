import { EventEmitter } from 'node:events'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from './database.ts'
import { migrate, pendingMigrations } from './migrations.ts'
import { namedPool, type RawClient, type SlowStatement } from './named.ts'
import type { Tables } from './tables.ts'
import { type GapWatch, transactionsOf } from './transaction.ts'
import { numberTypes } from './types.ts'

const VERSION_MIN = 150_000
const STATEMENT_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT_MS = 5000
const IDLE_IN_TRANSACTION_MS = 15_000
const CONNECT_TIMEOUT_MS = 5000
const LISTEN_AGAIN_MS = 500

/** What opening a database is told besides where it is. */
export interface Watches {
  readonly onSlow: SlowStatement
  readonly onGap: GapWatch
  /** Told of a connection that broke while nobody used it. */
  readonly onFault: (error: Error) => void
}

/** Opens PostgreSQL 15 or newer at `url` with at most `connections` connections of this process. */
export async function openPostgres(url: string, connections: number, watches: Watches): Promise<OpenDatabase> {
  const base = { connectionString: url, types: numberTypes, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true }
  const pool = new pg.Pool({
    ...base,
    max: connections,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  })
  pool.on('error', watches.onFault)
  pool.on('connect', (client) => void client.on('error', watches.onFault))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: namedPool({ connect: () => pool.connect() as Promise<RawClient>, end: () => pool.end() }, watches.onSlow) as never,
    }),
  })
  try {
    await checkVersion(pool, url)
  } catch (error) {
    await pool.end()
    throw error
  }
  const ears = listenerOf(base, watches.onFault)
  return {
    mode: 'postgres',
    db,
    transaction: transactionsOf(db, watches.onGap),
    listen: ears.listen,
    notify: async (channel, payload) => void (await pool.query('select pg_notify($1, $2)', [channel, payload])),
    migrate: (say) => alone(base, (own) => migrateSaying(own, say)),
    pendingMigrations: () => pendingMigrations(db),
    ping: async () => void (await pool.query('select 1')),
    close: async () => {
      await ears.close()
      await db.destroy()
    },
  }
}

/** Rejects with a sentence when the server cannot be reached or is too old. */
async function checkVersion(pool: pg.Pool, url: string): Promise<void> {
  const where = URL.parse(url)?.host
  const answer = await pool
    .query<{ version: string; number: number }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
    )
    .catch((error: Error) => {
      throw new Error(`The database at ${where} cannot be reached.`, { cause: reasonOf(error) })
    })
  const [{ version, number } = { version: 'unknown', number: 0 }] = answer.rows
  if (number < VERSION_MIN) throw new Error(`The database at ${where} is PostgreSQL ${version}; 15 or newer is needed.`)
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

// One connection that only listens; when it breaks it is opened again, and everybody is woken in case something was missed.
function listenerOf(base: pg.ClientConfig, onFault: (error: Error) => void) {
  const heard = new EventEmitter().setMaxListeners(0)
  const channels = new Set<string>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let wasOpen = false
  let closed = false

  const open = async (): Promise<void> => {
    const next = new pg.Client(base)
    next.on('notification', ({ channel, payload }) => heard.emit(channel, payload ?? ''))
    next.on('error', onFault)
    next.on('end', () => {
      client = undefined
      opening = undefined
      if (!closed) setTimeout(again, LISTEN_AGAIN_MS).unref()
    })
    await next.connect()
    for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
    if (wasOpen) for (const channel of channels) heard.emit(channel, '')
    wasOpen = true
  }
  const opened = (): Promise<void> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const again = (): void => {
    if (closed || !channels.size) return
    opened().catch((error: Error) => {
      onFault(error)
      setTimeout(again, LISTEN_AGAIN_MS).unref()
    })
  }
  return {
    listen: async (channel: string, tell: (payload: string) => void) => {
      heard.on(channel, tell)
      const isNew = !channels.has(channel)
      channels.add(channel)
      if (!client) await opened()
      else if (isNew) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => void heard.off(channel, tell)
    },
    close: async () => {
      closed = true
      await opening?.catch(() => undefined)
      await client?.end()
    },
  }
}
