import { EventEmitter } from 'node:events'
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from './database.ts'
import { migrate, pendingMigrations } from './migrations.ts'
import { namedPool, type RawClient } from './named.ts'
import type { Watches } from './postgres.ts'
import type { Tables } from './tables.ts'
import { transactionsOf } from './transaction.ts'
import { numberTypes } from './types.ts'

const VACUUM_EVERY_MS = 10 * 60_000

// PGlite stubs fsync; without this a power cut could lose what was acknowledged. A failing fsync ends the process, as
// PostgreSQL does: what the disk then holds is not known any more.
class DurableFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...given)
    made.emscriptenOpts.preRun ??= []
    const hooks = made.emscriptenOpts.preRun as ((module: { NODEFS: { stream_ops: Record<string, unknown> } }) => void)[]
    hooks.push((module) => {
      module.NODEFS.stream_ops['fsync'] = (stream: { nfd: number }) => {
        try {
          fsyncSync(stream.nfd)
        } catch (error) {
          process.stderr.write(`The disk refused to keep the database's writes: ${String(error)}\n`)
          process.exit(74)
        }
        return 0
      }
    })
    return made
  }
}

/** Opens the embedded database in `directory`, or in memory without one. Its lock must be held already. */
export async function openEmbedded(directory: string | undefined, watches: Watches): Promise<OpenDatabase> {
  const lite = await start(directory)
  // A pool over this shim dies after an error, so there is one client and a queue of those who want it.
  const client = new pg.Client({ ...createPgConfig(lite), types: numberTypes } as unknown as pg.ClientConfig)
  client.on('error', watches.onFault)
  await client.connect()
  let tail: Promise<void> = Promise.resolve()
  const connect = async (): Promise<RawClient> => {
    const turn = tail
    const { promise, resolve } = Promise.withResolvers<void>()
    tail = promise
    await turn
    return { query: (query, values) => client.query(query as string, values), release: () => resolve() }
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: namedPool({ connect, end: async () => undefined }, watches.onSlow) as never }),
  })
  const once = async (text: string): Promise<void> => {
    const held = await connect()
    await held.query(text).finally(() => held.release())
  }
  // Nothing vacuums a database in single-user mode by itself.
  const vacuum = setInterval(() => void once('vacuum (analyze)').catch(watches.onFault), VACUUM_EVERY_MS).unref()
  const heard = new EventEmitter().setMaxListeners(0)
  return {
    mode: 'embedded',
    db,
    transaction: transactionsOf(db, watches.onGap),
    listen: async (channel, tell) => {
      heard.on(channel, tell)
      return async () => void heard.off(channel, tell)
    },
    notify: async (channel, payload) => void heard.emit(channel, payload),
    migrate: () => migrate(db),
    pendingMigrations: () => pendingMigrations(db),
    ping: () => once('select 1'),
    close: async () => {
      clearInterval(vacuum)
      await db.destroy()
      await tail
      await lite.close()
      if (directory) syncDirectory(directory)
    },
  }
}

async function start(directory: string | undefined): Promise<PGlite> {
  if (!directory) return PGlite.create('memory://')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']
  return PGlite.create({ fs: new DurableFiles(directory), startParams })
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
