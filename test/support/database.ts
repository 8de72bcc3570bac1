// The database that tests share: embedded and in memory, or the database of this run where DATABASE_URL is set.
// It is not cleaned between tests: each test creates its own organization and emails.
import { randomUUID } from 'node:crypto'
import type { OpenDatabase } from '#platform/database/database.ts'
import { builtImage, createImage } from '#platform/database/image.ts'
import { openDatabase } from '#platform/database/open.ts'
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

/** A migrated cluster, from which each database in memory begins: the built one, or one that is created once. */
function migratedImage(): Promise<Blob> {
  image ??= builtImage().then((built) => built ?? createImage())
  return image
}

async function migrated(url: string | undefined, gaps?: GapWatches): Promise<OpenDatabase> {
  const database = await openDatabase({ url, image: migratedImage }, { ...FAULTS, ...gaps })
  await database.migrate()
  return database
}
