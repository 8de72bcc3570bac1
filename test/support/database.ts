// The database that tests share: embedded and in memory, or the database of this run where DATABASE_URL is set.
// It is not cleaned between tests: each test creates its own organization and emails.
import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations/migrations.ts'
import { openDatabase } from '#platform/database/open.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { GapWatches } from '#platform/database/transaction.ts'
import { dropDatabase, executeOn, onSameServer } from './postgresql/on-server.ts'

const FAULTS = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }

let shared: Promise<OpenDatabase> | undefined

/** The shared database with the schema in place; opened once for all files of a run. */
export function testDatabase(): Promise<OpenDatabase> {
  shared ??= migrated(process.env['DATABASE_URL'])
  return shared
}

/**
 * A separate, migrated database for tests that read all rows (jobs, the relay) or move time by days. It is dropped when it is
 * closed.
 */
export async function ownDatabase(gaps?: GapWatches): Promise<OpenDatabase> {
  const server = process.env['DATABASE_URL']
  if (!server) return migrated(undefined, gaps)
  const name = `guildhall_own_${randomUUID().replaceAll('-', '')}`
  // A copy of a migrated database, where the set-up of the run has made one, takes less time than all migrations.
  const template = process.env['TEST_TEMPLATE_DATABASE'] ?? 'template1'
  await executeOn(server, `create database ${name} template ${template} strategy file_copy`)
  const database = await migrated(onSameServer(server, name), gaps)
  return {
    ...database,
    close: async () => {
      await database.close()
      await dropDatabase(server, name)
    },
  }
}

let image: Promise<Blob> | undefined

// A migrated cluster is created once and copied from then on.
async function migratedImage(): Promise<Blob> {
  const lite = await PGlite.create('memory://')
  const client = new pg.Client(createPgConfig(lite) as unknown as pg.ClientConfig)
  await client.connect()
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  await migrate(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }))
  const packed = await lite.dumpDataDir('none')
  await lite.close()
  return packed
}

async function migrated(url: string | undefined, gaps?: GapWatches): Promise<OpenDatabase> {
  if (!url) image ??= migratedImage()
  const database = await openDatabase({ url, image: await image }, { ...FAULTS, ...gaps })
  await database.migrate()
  return database
}
