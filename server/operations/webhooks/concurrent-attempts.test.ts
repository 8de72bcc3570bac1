// Changes of an event during an attempt to deliver it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorker, type Worker } from '#platform/worker/worker.ts'
import { composition } from '#server/app.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

let server: TestServer
let worker: Worker
let receiver: Receiver
let merchant: TestMerchant
let endpointId: string

// A worker runs beside the tests, so that several attempts can run concurrently.
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  worker = createWorker({ platform: server.platform, jobs: composition.jobs, listeners: composition.listeners })
  await worker.start()
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})
beforeEach(async () => {
  merchant = await aMerchant(server)
  receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of some length', events: ['product.created'] }
  endpointId = (await merchant.request('POST', '/v1/webhooks/endpoints', { body })).json.id
  return () => receiver.close()
})

/** The last attempt, with its event. */
const last = async () => (await merchant.request('GET', '/v1/webhooks/deliveries')).json.items[0]

/** Makes the receiver hold its answers back; each returned function sends one. */
function holdAnswers(): ((status: number) => void)[] {
  const pendingAnswers: ((status: number) => void)[] = []
  receiver.answer((response) => void pendingAnswers.push((status) => response.writeHead(status).end()))
  return pendingAnswers
}

test('a successful redelivery is not undone when a concurrent attempt fails later', async () => {
  const pendingAnswers = holdAnswers()
  await aProduct(merchant)
  await expect.poll(() => pendingAnswers.length).toBe(1)
  await merchant.request('POST', `/v1/webhooks/events/${receiver.received[0]?.headers['webhook-id']}/redeliver`)
  await expect.poll(() => pendingAnswers.length).toBe(2)
  pendingAnswers[1]?.(204)
  await expect.poll(last).toMatchObject({ is_redelivery: true, attempt: 1, webhook_event: { status: 'delivered' } })
  server.clock.advance(1)
  pendingAnswers[0]?.(500)
  await expect.poll(last).toMatchObject({ is_redelivery: false, attempt: 2, succeeded: false, webhook_event: { attempts: 2 } })
  expect((await last()).webhook_event).toMatchObject({ status: 'delivered', succeeded: true, next_attempt_at: null })
})

test('an event that was skipped while its endpoint was disabled is not revived by a running attempt', async () => {
  const pendingAnswers = holdAnswers()
  await aProduct(merchant)
  await expect.poll(() => pendingAnswers.length).toBe(1)
  for (const is_enabled of [false, true]) await merchant.request('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { body: { is_enabled } })
  pendingAnswers[0]?.(500)
  await expect.poll(last).toMatchObject({ attempt: 1, webhook_event: { status: 'skipped', next_attempt_at: null } })
})

test('repeated requests for a waiting redelivery send it once', async () => {
  await aProduct(merchant)
  await expect.poll(() => receiver.received.length).toBe(1)
  const pendingAnswers = holdAnswers()
  const redeliver = () => merchant.request('POST', `/v1/webhooks/events/${receiver.received[0]?.headers['webhook-id']}/redeliver`)
  await redeliver()
  await expect.poll(() => pendingAnswers.length).toBe(1)
  expect((await Promise.all(Array.from({ length: 20 }, redeliver))).map(({ status }) => status)).toEqual(Array(20).fill(202))
  // One is running, and the requests made meanwhile are one more.
  pendingAnswers[0]?.(204)
  await expect.poll(() => pendingAnswers.length).toBe(2)
  pendingAnswers[1]?.(204)
  const waiting = () => server.platform.database.db.selectFrom('jobs').select('id').where('kind', '=', 'webhooks:redeliver').execute()
  await expect.poll(waiting).toEqual([])
  expect(pendingAnswers).toHaveLength(2)
})

test('an event that cannot be opened fails, and the events behind it are delivered', async () => {
  await aProduct(merchant)
  await expect.poll(last).toMatchObject({ succeeded: true })
  const { id } = (await last()).webhook_event
  const sealed = server.platform.secrets.seal('another purpose', 'x')
  const { db } = server.platform.database
  await db
    .updateTable('webhook_payloads')
    .set({ sealed_payload: sealed })
    .where('domain_event_id', '=', db.selectFrom('webhook_events').select('domain_event_id').where('id', '=', id))
    .execute()
  await merchant.request('POST', `/v1/webhooks/events/${id}/redeliver`)
  const errors = () => db.selectFrom('webhook_deliveries').select('error').where('event_id', '=', id).orderBy('attempt').execute()
  await expect.poll(errors).toEqual([{ error: null }, { error: 'The payload could not be opened.' }])
  await aProduct(merchant)
  await expect.poll(() => receiver.received.length).toBe(2)
})
