import { EventEmitter } from 'node:events'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { pacer } from './connection/pacer.ts'
import type { OpenDatabase } from './database.ts'
import { beginningWith, closeFiles, openFiles } from './directory/files.ts'
import { type SpaceWatches, startUpkeep } from './directory/upkeep.ts'
import { migrate, pendingMigrations } from './migrations/migrations.ts'
import { namedPool, type RawClient } from './named-pool.ts'
import type { Watches } from './postgres.ts'
import type { Tables } from './tables.ts'
import { transactionsOf } from './transaction.ts'
import { numberTypes } from './types.ts'

/** The callbacks of the embedded database. */
export type EmbeddedWatches = Watches & Partial<SpaceWatches>

/** The location of the embedded database: see `DatabaseLocation`. */
export interface EmbeddedLocation {
  readonly directory?: string | undefined
  /** Reads what a new database begins with, as `createImage` packs it; without it the database is created, which takes seconds. */
  readonly image?: (() => Promise<Blob | undefined>) | undefined
}

/**
 * Opens the embedded database in `directory`, or in memory without one. A new one begins with `image`. The directory must be
 * locked already. Rejects with a message if the directory is damaged, a copy of one in use, not a database of Guildhall, or without
 * space. While the disk is full, writes reject with SQLSTATE 53100 and everything else continues.
 */
export async function openEmbedded({ directory, image }: EmbeddedLocation, watches: EmbeddedWatches): Promise<OpenDatabase> {
  const lite = directory ? await openFiles(directory, image) : await PGlite.create('memory://', await beginningWith(image))
  // A pool over this shim breaks after an error, so there is one client and a queue for it.
  const client = new pg.Client({ ...createPgConfig(lite), types: numberTypes } as unknown as pg.ClientConfig)
  client.on('error', watches.onFault)
  await client.connect()
  const breathe = pacer()
  let tail: Promise<void> = Promise.resolve()
  const connect = async (): Promise<RawClient> => {
    const turn = tail
    const { promise, resolve } = Promise.withResolvers<void>()
    tail = promise
    await turn
    await upkeep.beforeUse().catch((error: unknown) => {
      resolve()
      throw error
    })
    // Statements that are sent ahead keep their order.
    let last: Promise<unknown> = Promise.resolve()
    const query: RawClient['query'] = (text, values) => {
      const answer = last.then(breathe).then(() => client.query(text as string, values).catch(upkeep.rethrow))
      last = answer.catch(() => undefined)
      return answer
    }
    return { query, release: () => resolve() }
  }
  const upkeep = startUpkeep({ directory, query: (text) => client.query(text).catch(upkeep.rethrow), connect, watches })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: namedPool({ connect, end: async () => undefined }, watches.onSlow) as never }),
  })
  const ping = async (): Promise<void> => {
    const session = await connect()
    await session.query('select 1').finally(() => session.release())
  }
  const notifications = new EventEmitter().setMaxListeners(0)
  return {
    mode: 'embedded',
    db,
    transaction: transactionsOf(db, watches),
    listen: async (channel, handler) => {
      notifications.on(channel, handler)
      return async () => void notifications.off(channel, handler)
    },
    listeningSince: () => 0,
    notify: async (channel, payload) => void notifications.emit(channel, payload),
    migrate: (watch) => migrate(db, watch),
    pendingMigrations: () => pendingMigrations(db),
    ping,
    isFull: () => upkeep.isFull(),
    close: async () => {
      await upkeep.end()
      await db.destroy()
      await tail
      await (directory ? closeFiles(lite, directory, watches.onFault) : lite.close())
    },
  }
}
