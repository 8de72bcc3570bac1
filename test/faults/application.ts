// A server process on a temporary PostgreSQL server, with one merchant.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'

/** The application that a fault test works on. */
export interface TestApplication {
  readonly postgres: TemporaryPostgres
  readonly process: RunningGuildhall
  readonly merchant: TestMerchant
  /** The answer of a health endpoint: `/healthz` or `/readyz`. */
  health(
    path: string,
  ): Promise<{ readonly status: number; readonly retryAfter: string | null; readonly body: unknown; readonly tookMs: number }>
  close(): Promise<void>
}

/** Starts PostgreSQL and the server. `environment` adds settings of ours, `postgres` those of PostgreSQL. */
export async function anApplication(
  environment: Readonly<Record<string, string>> = {},
  postgres: readonly string[] = [],
): Promise<TestApplication> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-fault-'))
  const server = await startPostgres(postgres)
  const port = await freePort()
  const base = `http://localhost:${port}`
  const env = { DATABASE_URL: server.url, DATA_DIR: folder, AUTH_SECRET: 'a secret that only tests know, 32 and more' }
  const started = await startGuildhall({ ...env, BASE_URL: base, PORT: String(port), ...environment }).catch((reason) =>
    server.stop().then(() => Promise.reject(reason)),
  )
  return {
    postgres: server,
    process: started,
    merchant: await aMerchant(runningServer(base)),
    health: async (path) => {
      const startedMs = performance.now()
      const answer = await fetch(base + path)
      const body: unknown = await answer.json()
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body, tookMs: performance.now() - startedMs }
    },
    close: async () => {
      await started.stop('SIGKILL')
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
