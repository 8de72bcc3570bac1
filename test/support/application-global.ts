import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Creates a folder for the files that tests upload. With `DATABASE_URL` set, creates a database for this run on that server and sets the
 * variable to its URL. Without it the tests use the embedded database in memory. Returns a function that removes both.
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
  await onServer(server, `create database ${name}`)
  const own = new URL(server)
  own.pathname = `/${name}`
  process.env['DATABASE_URL'] = own.href
  return async () => {
    process.env['DATABASE_URL'] = server
    await onServer(server, `drop database ${name} with (force)`)
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
