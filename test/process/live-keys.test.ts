// A start with the test keys of Stripe, once an organization is live.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseLocationOf } from '#platform/assemble.ts'
import { readSettings } from '#platform/config.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-live-keys-'))
let server: RunningGuildhall | undefined
afterAll(async () => {
  await server?.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const KEYS = { STRIPE_PUBLISHABLE_KEY: 'pk_test_51Habc', STRIPE_SECRET_KEY: 'sk_test_51Habc', STRIPE_WEBHOOK_SECRET: 'whsec_habc' }

test('a start with a test key is refused once an organization is live', { timeout: 240_000 }, async () => {
  const env = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'warn', RATE_LIMIT_ENABLED: 'false' }
  // Nothing is live yet: the same keys are taken.
  server = await startGuildhall({ ...env, ...KEYS })
  const merchant = await aMerchant(runningServer(server.baseUrl))
  const path = `/v1/organizations/${merchant.organizationId}`
  expect((await merchant.request('PATCH', path, { body: { website: 'https://live.example' } })).status).toBe(200)
  await server.stop('SIGTERM')

  const ignore = () => undefined
  const database = await openDatabase(databaseLocationOf(readSettings(env)), { onSlow: ignore, onFault: ignore, onGap: ignore })
  const { numUpdatedRows } = await database.db.updateTable('merchants').set({ mode: 'live' }).executeTakeFirstOrThrow()
  await database.close()
  expect(numUpdatedRows).toBe(1n)

  const refused = await guildhall(['start'], { ...env, ...KEYS })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('STRIPE_SECRET_KEY is a test key')])
  // Nothing was left locked, and without the key the server starts.
  server = await startGuildhall(env)
  expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200)
})
