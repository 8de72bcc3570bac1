// The storage of a server under fault tests: a data directory, or a temporary PostgreSQL server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#platform/database/open.ts'
import { freePort, startPostgres } from '#test/support/postgres.ts'

const NO_WATCHES = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }

/** The storage of one server. */
export interface TestStorage {
  readonly name: 'embedded' | 'postgres'
  /** The environment of the server; its port is the same at each start. */
  readonly env: Readonly<Record<string, string>>
  /** Brings every due time, lease and age in the database forward by `seconds`. The server must be stopped: one process at a time opens the database. */
  advanceTime(seconds: number): Promise<void>
  remove(): Promise<void>
}

/** The two databases, by name. */
export const storages: Readonly<Record<TestStorage['name'], () => Promise<TestStorage>>> = {
  embedded: async () => {
    const folder = newFolder()
    const location = { directory: join(folder, 'data', 'database') }
    return {
      name: 'embedded',
      env: await envOf({ DATA_DIR: join(folder, 'data') }),
      advanceTime: (seconds) => advanceTime(location, seconds),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
  postgres: async () => {
    const folder = newFolder()
    const server = await startPostgres()
    return {
      name: 'postgres',
      env: await envOf({ DATA_DIR: folder, DATABASE_URL: server.url }),
      advanceTime: (seconds) => advanceTime({ url: server.url }, seconds),
      remove: async () => {
        await server.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
}

/** The functions that create storages, by name: the one named, or both where FAULT_DATABASES is `both`, as in `npm run test:long`. */
export function storagesOf(name: TestStorage['name']): readonly (readonly [TestStorage['name'], () => Promise<TestStorage>])[] {
  const names = process.env['FAULT_DATABASES'] === 'both' ? (['embedded', 'postgres'] as const) : [name]
  return names.map((each) => [each, storages[each]] as const)
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'guildhall-faults-'))
}

async function envOf(settings: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const PORT = String(await freePort())
  return { ...settings, PORT, LOG_LEVEL: 'warn', RATE_LIMIT_ENABLED: 'false', AUTH_SECRET: 'one secret for every start of a fault test' }
}

async function advanceTime(location: { readonly url?: string; readonly directory?: string }, seconds: number): Promise<void> {
  const database = await openDatabase(location, NO_WATCHES)
  const interval = sql`make_interval(secs => ${seconds}::int)`
  await database
    .transaction(async (tx) => {
      await sql`update idempotency_keys set lease_until = lease_until - ${interval} where state = 'running'`.execute(tx)
      await sql`update payments set created_at = created_at - ${interval}, asked_at = asked_at - ${interval}
        where status in ('pending', 'in_doubt', 'requires_action')`.execute(tx)
      // The order of what happened with an order stays: only when its refund was queried moves.
      await sql`update refunds set queried_at = coalesce(queried_at, created_at) - ${interval} where status = 'pending'`.execute(tx)
      await sql`update jobs set run_at = run_at - ${interval}, again_at = again_at - ${interval}`.execute(tx)
      await sql`update job_periods set period_at = period_at - ${interval}`.execute(tx)
      await sql`update webhook_events set next_attempt_at = next_attempt_at - ${interval}, created_at = created_at - ${interval},
        happened_at = happened_at - ${interval} where status = 'pending'`.execute(tx)
    })
    .finally(() => database.close())
}
