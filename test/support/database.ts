// The one database that store tests share: embedded and in memory, or a database of this run's own where DATABASE_URL is set.
// Nothing is cleaned between tests: each makes an organization and addresses of its own.
import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { OpenDatabase } from '#platform/database/database.ts'
import { openDatabase } from '#platform/database/open.ts'

const FAULTS = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }

let shared: Promise<OpenDatabase> | undefined

/** The shared database with the schema in place; opened once for all files of a run. */
export function testDatabase(): Promise<OpenDatabase> {
  shared ??= migrated(process.env['DATABASE_URL'])
  return shared
}

/**
 * A further database, empty but for the schema: for tests that look at all rows (jobs, the relay) or move time by days. It is
 * gone when it is closed. `onGap` is told how long each transaction waited for something that is not SQL, in milliseconds.
 */
export async function ownDatabase(onGap: (longestGapMs: number) => void = FAULTS.onGap): Promise<OpenDatabase> {
  const server = process.env['DATABASE_URL']
  if (!server) return migrated(undefined, onGap)
  const name = `guildhall_own_${randomUUID().replaceAll('-', '')}`
  await tellServer(server, `create database ${name}`)
  const place = new URL(server)
  place.pathname = `/${name}`
  const database = await migrated(place.href, onGap)
  return {
    ...database,
    close: async () => {
      await database.close()
      await tellServer(server, `drop database ${name} with (force)`)
    },
  }
}

let image: Promise<Blob> | undefined

// An empty cluster is made once and copied from then on.
async function emptyImage(): Promise<Blob> {
  const lite = await PGlite.create('memory://')
  const packed = await lite.dumpDataDir('none')
  await lite.close()
  return packed
}

async function migrated(url: string | undefined, onGap: (longestGapMs: number) => void = FAULTS.onGap): Promise<OpenDatabase> {
  if (!url) image ??= emptyImage()
  const database = await openDatabase({ url, image: await image }, { ...FAULTS, onGap })
  await database.migrate()
  return database
}

async function tellServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
