// The server is killed between the charge at Stripe and its record, and started again: Stripe's webhook alone completes the sale, once.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'
import type { TestServer } from '#test/support/server.ts'
import { type FakeStripe, startFakeStripe } from '#test/support/stripe/fake-stripe.ts'
import { sendWebhook } from '#test/support/stripe/webhooks.ts'

const WAIT = { timeout: 60_000, interval: 100 }
const TEST_MS = 150_000
const ROUNDS = 3

let postgres: TemporaryPostgres
let fake: FakeStripe
let environment: Record<string, string>
let running: RunningGuildhall
let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  postgres = await startPostgres()
  fake = await startFakeStripe()
  const port = await freePort()
  const BASE_URL = `http://localhost:${port}`
  environment = {
    ...fake.settings,
    DATABASE_URL: postgres.url,
    AUTH_SECRET: 'a secret that only tests know, 32 and more',
    BASE_URL,
    PORT: String(port),
  }
  running = await startGuildhall(environment)
  server = runningServer(BASE_URL) as TestServer
  merchant = await aMerchant(server)
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { email: 'shop@example.com' } })
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(`update merchants set mode = 'live' where organization_id = $1`, [merchant.organizationId])
  await client.end()
})
afterAll(async () => {
  await running?.stop('SIGKILL')
  await fake?.close()
  await postgres?.stop()
})

test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  'kill %i between charge and record: one charge, one order',
  { timeout: TEST_MS },
  async (round) => {
    await running.stop('SIGKILL')
    running = await startGuildhall({ ...environment, GUILDHALL_CRASH_AT: 'after-charge-before-record' }, [], ['--conditions=faults'])
    const checkout = await aCheckout(server, merchant)
    await expect(checkout.confirm(fake.token('4242424242424242'), { key: `click-${round}` })).rejects.toThrow()
    expect((await running.ended).signal).toBe('SIGKILL')
    expect(fake.charged()).toHaveLength(round)

    running = await startGuildhall(environment)
    for (const webhook of fake.takeWebhooks()) for (const _ of [1, 2]) expect((await sendWebhook(server, webhook)).status).toBe(204)
    await expect.poll(async () => (await checkout.view()).json.status, WAIT).toBe('succeeded')
    expect((await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items).toHaveLength(1)
    expect(fake.charged()).toHaveLength(round)
  },
)
