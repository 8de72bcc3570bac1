import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { bundledDatabase } from '../bundle.ts'
import { migrate } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')
const unpack = promisify(gunzip)

/** Files in memory that are packed when the database is closed. */
class PackedFiles extends MemoryFS {
  readonly packed = Promise.withResolvers<Blob>()

  override async closeFs(): Promise<void> {
    this.packed.resolve(await this.dumpTar('database', 'none'))
    await super.closeFs()
  }
}

/**
 * Creates an empty embedded database with all migrations, closes it, and packs its data directory. Nothing in it is secret or differs between
 * databases.
 */
export async function createImage(): Promise<Blob> {
  const fs = new PackedFiles()
  const lite = await PGlite.create({ fs })
  const client = new pg.Client(createPgConfig(lite) as unknown as pg.ClientConfig)
  await client.connect()
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  await migrate(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }))
  await lite.close()
  return fs.packed.promise
}

/**
 * The image that was built with the server in `root`; undefined if there is none, as before the first build, or if its checksum is wrong:
 * a database is then created, which only takes longer.
 */
export async function builtImage(root = ROOT): Promise<Blob | undefined> {
  const path = bundledDatabase(root)
  if (path === undefined) return undefined
  const unpacked = await unpack(await readFile(path)).catch(() => undefined)
  return unpacked && new Blob([unpacked])
}
