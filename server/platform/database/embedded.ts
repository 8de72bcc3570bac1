import { EventEmitter } from 'node:events'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from './database.ts'
import { closeFiles, openFiles } from './directory/files.ts'
import { beginUpkeep, type SpaceWatches } from './directory/upkeep.ts'
import { migrate, pendingMigrations } from './migrations.ts'
import { namedPool, type RawClient } from './named.ts'
import type { Watches } from './postgres.ts'
import type { Tables } from './tables.ts'
import { transactionsOf } from './transaction.ts'
import { numberTypes } from './types.ts'

/** What opening the embedded database is told. */
export type EmbeddedWatches = Watches & Partial<SpaceWatches>

/** Where it is: see `DatabasePlace`. */
export interface EmbeddedLocation {
  readonly directory?: string | undefined
  /** A data directory as PGlite packs it: beginning with one spares the making of a cluster, which takes most of a second. */
  readonly image?: Blob | undefined
}

/**
 * Opens the embedded database in `directory`, or in memory without one, there with what `image` holds. The lock of the directory
 * must be held already. Rejects with a sentence for a directory that is damaged, a copy of one in use, not ours, or without room.
 * While the disk has too little room whatever writes rejects with the state 53100, and everything else goes on.
 */
export async function openEmbedded({ directory, image }: EmbeddedLocation, watches: EmbeddedWatches): Promise<OpenDatabase> {
  const lite = directory ? await openFiles(directory) : await PGlite.create('memory://', image ? { loadDataDir: image } : {})
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
    await upkeep.settle().catch((error: unknown) => {
      resolve()
      throw error
    })
    return { query: (query, values) => client.query(query as string, values).catch(upkeep.told), release: () => resolve() }
  }
  const upkeep = beginUpkeep({ directory, query: (text) => client.query(text).catch(upkeep.told), connect, watches })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: namedPool({ connect, end: async () => undefined }, watches.onSlow) as never }),
  })
  const ping = async (): Promise<void> => {
    const held = await connect()
    await held.query('select 1').finally(() => held.release())
  }
  const heard = new EventEmitter().setMaxListeners(0)
  return {
    mode: 'embedded',
    db,
    transaction: transactionsOf(db, watches.onGap),
    listen: async (channel, tell) => {
      heard.on(channel, tell)
      return async () => void heard.off(channel, tell)
    },
    listeningSince: () => 0,
    notify: async (channel, payload) => void heard.emit(channel, payload),
    migrate: () => migrate(db),
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
