// Where a server of a fault test keeps its data: a directory of its own, or a database of its own on a PostgreSQL server of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#platform/database/open.ts'
import { freePort, startPostgres } from '#test/support/postgres.ts'

const NOBODY = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }

/** A place for one server. */
export interface Place {
  readonly name: 'embedded' | 'postgres'
  /** What the server is started with; its port is the same each time. */
  readonly env: Readonly<Record<string, string>>
  /** Makes everything that waits in the database wait `seconds` less. The server must be down: one database has one process. */
  timePasses(seconds: number): Promise<void>
  remove(): Promise<void>
}

/** The two databases, by name. */
export const places: Readonly<Record<Place['name'], () => Promise<Place>>> = {
  embedded: async () => {
    const folder = newFolder()
    const at = { directory: join(folder, 'data', 'database') }
    return {
      name: 'embedded',
      env: await envOf({ DATA_DIR: join(folder, 'data') }),
      timePasses: (seconds) => timePasses(at, seconds),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
  postgres: async () => {
    const folder = newFolder()
    const server = await startPostgres()
    return {
      name: 'postgres',
      env: await envOf({ DATA_DIR: folder, DATABASE_URL: server.url }),
      timePasses: (seconds) => timePasses({ url: server.url }, seconds),
      remove: async () => {
        await server.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'guildhall-faults-'))
}

async function envOf(own: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const PORT = String(await freePort())
  return { ...own, PORT, LOG_LEVEL: 'warn', RATE_LIMIT_ENABLED: 'false', AUTH_SECRET: 'one secret for every start of a fault test' }
}

async function timePasses(at: { readonly url?: string; readonly directory?: string }, seconds: number): Promise<void> {
  const database = await openDatabase(at, NOBODY)
  const wait = sql`make_interval(secs => ${seconds}::int)`
  await database
    .transaction(async (tx) => {
      await sql`update idempotency_keys set lease_until = lease_until - ${wait} where state = 'running'`.execute(tx)
      await sql`update payments set created_at = created_at - ${wait}, asked_at = asked_at - ${wait}
        where status in ('pending', 'in_doubt', 'requires_action')`.execute(tx)
      await sql`update jobs set run_at = run_at - ${wait}, again_at = again_at - ${wait}`.execute(tx)
      await sql`update job_periods set period_at = period_at - ${wait}`.execute(tx)
      await sql`update webhook_events set next_attempt_at = next_attempt_at - ${wait}, created_at = created_at - ${wait},
        happened_at = happened_at - ${wait} where status = 'pending'`.execute(tx)
    })
    .finally(() => database.close())
}
