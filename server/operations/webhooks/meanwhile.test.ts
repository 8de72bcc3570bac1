// What happens to an event while an attempt to deliver it is under way.
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

// One worker runs beside the tests, so that several attempts may be under way.
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

/** Makes the receiver keep its next answers until they are called for. */
function holding(): ((status: number) => void)[] {
  const held: ((status: number) => void)[] = []
  receiver.answer((response) => void held.push((status) => response.writeHead(status).end()))
  return held
}

test('a redelivery that succeeds stays a success when the attempt under way fails afterwards', async () => {
  const held = holding()
  await aProduct(merchant)
  await expect.poll(() => held.length).toBe(1)
  await merchant.request('POST', `/v1/webhooks/events/${receiver.received[0]?.headers['webhook-id']}/redeliver`)
  await expect.poll(() => held.length).toBe(2)
  held[1]?.(204)
  await expect.poll(last).toMatchObject({ is_redelivery: true, attempt: 1, webhook_event: { status: 'delivered' } })
  server.clock.advance(1)
  held[0]?.(500)
  await expect.poll(last).toMatchObject({ is_redelivery: false, attempt: 2, succeeded: false, webhook_event: { attempts: 2 } })
  expect((await last()).webhook_event).toMatchObject({ status: 'delivered', succeeded: true, next_attempt_at: null })
})

test('what was let go when its endpoint was switched off and on again is not taken up by the attempt under way', async () => {
  const held = holding()
  await aProduct(merchant)
  await expect.poll(() => held.length).toBe(1)
  for (const is_enabled of [false, true]) await merchant.request('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { body: { is_enabled } })
  held[0]?.(500)
  await expect.poll(last).toMatchObject({ attempt: 1, webhook_event: { status: 'skipped', next_attempt_at: null } })
})

test('a redelivery that is called for many times while it waits is made once', async () => {
  await aProduct(merchant)
  await expect.poll(() => receiver.received.length).toBe(1)
  const held = holding()
  const ask = () => merchant.request('POST', `/v1/webhooks/events/${receiver.received[0]?.headers['webhook-id']}/redeliver`)
  await ask()
  await expect.poll(() => held.length).toBe(1)
  expect((await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status)).toEqual(Array(20).fill(202))
  // One is under way, and those called for meanwhile are one more.
  held[0]?.(204)
  await expect.poll(() => held.length).toBe(2)
  held[1]?.(204)
  const waiting = () => server.platform.database.db.selectFrom('jobs').select('id').where('kind', '=', 'webhooks:redeliver').execute()
  await expect.poll(waiting).toEqual([])
  expect(held).toHaveLength(2)
})

test('an event that cannot be opened any more fails by itself, and those behind it arrive', async () => {
  await aProduct(merchant)
  await expect.poll(last).toMatchObject({ succeeded: true })
  const { id } = (await last()).webhook_event
  const sealed = server.platform.secrets.seal('another purpose', 'x')
  const { db } = server.platform.database
  await db.updateTable('webhook_events').set({ sealed_payload: sealed }).where('id', '=', id).execute()
  await merchant.request('POST', `/v1/webhooks/events/${id}/redeliver`)
  const errors = () => db.selectFrom('webhook_deliveries').select('error').where('event_id', '=', id).orderBy('attempt').execute()
  await expect.poll(errors).toEqual([{ error: null }, { error: 'What was to be sent could not be opened.' }])
  await aProduct(merchant)
  await expect.poll(() => receiver.received.length).toBe(2)
})
