import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/database/open.ts'
import { executeOn, onSameServer } from './postgresql/on-server.ts'

/**
 * Creates a folder for the files that tests upload. With `DATABASE_URL` set, creates a database for this run on that server, sets the
 * variable to its URL, and creates a migrated one that tests copy. Without it the tests use the embedded database in memory. Returns a
 * function that removes the folder and the databases.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  process.env['TEST_DATA_DIR'] = folder
  const dropDatabase = await createDatabase(process.env['DATABASE_URL'])
  return async () => {
    await rm(folder, { recursive: true, force: true })
    await dropDatabase()
  }
}

async function createDatabase(server: string | undefined): Promise<() => Promise<void>> {
  if (!server) return async () => undefined
  const name = `guildhall_test_${process.pid}_${Date.now()}`
  const template = `${name}_template`
  await executeOn(server, `create database ${template}`)
  await migrateDatabase(onSameServer(server, template))
  await executeOn(server, `create database ${name} template ${template} strategy file_copy`)
  process.env['DATABASE_URL'] = onSameServer(server, name)
  process.env['TEST_TEMPLATE_DATABASE'] = template
  return async () => {
    process.env['DATABASE_URL'] = server
    for (const each of [name, template]) await executeOn(server, `drop database ${each} with (force)`)
  }
}

async function migrateDatabase(url: string): Promise<void> {
  const ignore = () => undefined
  const database = await openDatabase({ url }, { onSlow: ignore, onFault: ignore, onGap: ignore })
  await database.migrate()
  await database.close()
}
