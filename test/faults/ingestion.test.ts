// A server is killed again and again while events are sent: each event whose request was answered is stored and counted once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultSentence, verifyUsage } from '#money/usage/counts/index.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'

const TEST_MS = 300_000
const KILLS = 5
const SENDERS = 3
/** Events of a request. */
const BATCH = 40
/** The time for which events are sent before a kill. */
const SEND_MS = 700
const CUSTOMERS = 4

let postgres: TemporaryPostgres
let server: RunningGuildhall
let merchant: TestMerchant
let meterId: string
let isEnding = false
const folder = mkdtempSync(join(tmpdir(), 'guildhall-ingestion-'))

async function start(port: number): Promise<RunningGuildhall> {
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, AUTH_SECRET: 'a secret that only tests know, 32 and more' }
  return startGuildhall({ ...env, BASE_URL: `http://localhost:${port}`, PORT: String(port) })
}

let port: number
beforeAll(async () => {
  postgres = await startPostgres()
  port = await freePort()
  server = await start(port)
  merchant = await aMerchant(runningServer(`http://localhost:${port}`))
  for (let customer = 0; customer < CUSTOMERS; customer += 1)
    await merchant.request('POST', '/v1/customers/', { body: { email: `${customer}@example.test`, external_id: `customer-${customer}` } })
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'units' }] }
  const body = { name: 'Units', filter, aggregation: { func: 'sum', property: 'units' } }
  meterId = (await merchant.request('POST', '/v1/meters/', { body })).json.id
}, TEST_MS)

afterAll(async () => {
  await server.stop('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const eventsOf = (sender: number, batch: number) =>
  Array.from({ length: BATCH }, (_, index) => ({
    name: 'units',
    external_customer_id: `customer-${index % CUSTOMERS}`,
    external_id: `${sender}-${batch}-${index}`,
    metadata: { units: index + 0.25 },
  }))

/** Sends batches one after the other until the end; a batch without an answer is sent again. Returns how many were answered. */
async function send(sender: number): Promise<number> {
  let batch = 0
  while (!isEnding) {
    const body = { events: eventsOf(sender, batch) }
    const answer = await merchant.request('POST', '/v1/events/ingest', { body }).catch(() => null)
    if (answer?.status === 200) batch += 1
    else await wait(50)
  }
  return batch
}

test(
  `each event of ${SENDERS} senders is counted once although the server is killed ${KILLS} times`,
  async () => {
    const sending = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
    for (let kill = 0; kill < KILLS; kill += 1) {
      await wait(SEND_MS)
      await server.stop('SIGKILL')
      server = await start(port)
    }
    await wait(SEND_MS)
    isEnding = true
    const batches = (await sending).reduce((sum, each) => sum + each, 0)
    expect(batches).toBeGreaterThan(KILLS)
    const perBatch = eventsOf(0, 0).reduce((sum, { metadata }) => sum + metadata.units, 0)
    const list = async () => (await merchant.request('GET', `/v1/customer-meters/?meter_id=${meterId}`)).json.items
    const total = async () =>
      (await list()).reduce((sum: number, { consumed_units }: { consumed_units: number }) => sum + consumed_units, 0)
    // The first events may have been sent before the meter was counted.
    await expect.poll(total, { timeout: 30_000 }).toBe(batches * perBatch)
    const database = await openDatabase(
      { url: postgres.url },
      { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined },
    )
    const { events, faults } = await verifyUsage(database)
    await database.close()
    expect([events, faults.listed.map(faultSentence)]).toEqual([batches * BATCH, []])
  },
  TEST_MS,
)
