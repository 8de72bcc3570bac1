// Two instances behind a proxy are restarted in turn under a steady load.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'
import { expectEachPaidOnce } from './database-checks.ts'
import { type SmallProxy, smallProxy } from './fakes/small-proxy.ts'
import { steadyLoad } from './steady-load.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-rolling-'))
let postgres: TemporaryPostgres
let proxy: SmallProxy
let merchant: TestMerchant
const ports: number[] = []
const running = new Map<number, RunningGuildhall>()

const isReady = (port: number) => vi.waitUntil(() => proxy.statesOf(port).at(-1) === 'ready', { timeout: 10_000, interval: 20 })

async function startInstance(port: number): Promise<void> {
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, AUTH_SECRET: 'a secret that only tests know, 32 and more' }
  running.set(
    port,
    await startGuildhall({ ...env, BASE_URL: proxy.baseUrl, PORT: String(port), RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'warn' }),
  )
  await isReady(port)
}

beforeAll(async () => {
  postgres = await startPostgres()
  ports.push(await freePort(), await freePort())
  proxy = await smallProxy(ports)
  await Promise.all(ports.map(startInstance))
  merchant = await aMerchant(runningServer(proxy.baseUrl))
})
afterAll(async () => {
  await Promise.all([...running.values()].map((each) => each.stop('SIGKILL')))
  await proxy?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('two instances behind a proxy are restarted in turn without one failed request', async () => {
  const load = await steadyLoad(proxy.baseUrl, merchant, { reads: 40, sales: 4 })
  const waitForAnswers = async (count: number) => {
    const { length } = load.answers
    await expect.poll(() => load.answers.length, { timeout: 10_000 }).toBeGreaterThan(length + count)
  }
  await waitForAnswers(40)
  for (const port of ports) {
    const ended = await running.get(port)?.stop('SIGTERM')
    // A slow machine reports the progress of the migrations.
    expect([ended?.code, ended?.err.replaceAll(/^Migrating the database.*\n/gm, '')]).toEqual([0, ''])
    await startInstance(port)
    await waitForAnswers(40)
  }
  const sales = await load.stop()

  const failed = load.answers.filter(({ status }) => status !== 200 && status !== 201)
  expect(failed.map(({ endpoint, status, text }) => ({ endpoint, status, text }))).toEqual([])
  expect(sales.filter(({ isPaid }) => !isPaid)).toEqual([])
  await expectEachPaidOnce(postgres.url, merchant.organizationId, sales)
  // Each instance reported unready while it still answered, and refused connections only afterwards.
  for (const port of ports) expect(proxy.statesOf(port).slice(-4)).toEqual(['ready', 'unready', 'refused', 'ready'])
})
