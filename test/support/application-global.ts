import pg from 'pg'

/**
 * With `DATABASE_URL` set, creates a database for this run on that server and sets the variable to its URL. Without it the tests
 * use the embedded database in memory. Returns a function that drops the database.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env['DATABASE_URL']
  if (!server) return undefined
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
