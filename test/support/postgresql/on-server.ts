// Databases of the PostgreSQL server that a run tests with.
import pg from 'pg'

/** The URL of another database on the server of a URL. */
export function onSameServer(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Runs one statement on a connection of its own. */
export async function executeOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const IN_USE = '55006'

/**
 * Drops a database. The server waits five seconds for connections that are just closing: one that it ends itself would be an error of its client.
 * A connection that is still open then is ended.
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const isDropped = await executeOn(url, `drop database ${name}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === IN_USE) return false
      throw error
    },
  )
  if (!isDropped) await executeOn(url, `drop database ${name} with (force)`)
}
