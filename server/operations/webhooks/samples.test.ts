import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { additionalEventTypes, webhookEventTypes } from '#contract/webhook-events.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

let server: TestServer
let merchant: TestMerchant
let receiver: Receiver
let endpointId: string

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
})
afterAll(() => server.close())
beforeEach(async () => {
  merchant = await aMerchant(server)
  receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of the tests', events: ['product.created'] }
  endpointId = (await merchant.request('POST', '/v1/webhooks/endpoints', { body })).json.id
  return () => receiver.close()
})

const at = (verb: string, body: object) => merchant.request('POST', `/v1/webhooks/endpoints/${endpointId}/${verb}`, { body })
const eventsNow = async (query = '') => (await merchant.request('GET', `/v1/webhooks/events?endpoint_id=${endpointId}${query}`)).json.items
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body))
const switchEndpoint = (is_enabled: boolean) => merchant.request('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { body: { is_enabled } })

test('a sample of every event that an endpoint may name is sent, and marked', async () => {
  const names = [...webhookEventTypes, ...additionalEventTypes]
  for (const type of names) expect((await at('sample', { type })).status).toBe(202)
  await server.drain()
  expect(receiver.types().toSorted()).toEqual(names.toSorted())
  for (const body of bodies()) expect(body).toMatchObject({ is_sample: true, is_test: true, sequence: 0, data: expect.any(Object) })
})

test('the page of the catalogue shows a sample of each event', async () => {
  const page = await server.request('GET', '/reference/webhooks')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  for (const name of [...webhookEventTypes, ...additionalEventTypes]) expect(page.text).toContain(`<section id="${name}">`)
})

test('a sample is sent once, also to a disabled endpoint, and its failure disables nothing', async () => {
  await switchEndpoint(false)
  receiver.answer(500)
  const sent = await at('sample', { type: 'order.paid' })
  expect(sent.json).toMatchObject({ type: 'order.paid', status: 'pending', is_sample: true, attempts: 0 })
  await server.drain()
  server.clock.advance(4 * 86_400)
  await server.drain()
  expect(receiver.received).toHaveLength(1)
  expect(await eventsNow()).toMatchObject([{ id: sent.json.id, status: 'failed', attempts: 1, is_sample: true }])
  const [delivery] = (await merchant.request('GET', '/v1/webhooks/deliveries')).json.items
  expect(delivery).toMatchObject({ attempt: 1, is_redelivery: false, http_code: 500 })
  const endpoint = (await merchant.request('GET', `/v1/webhooks/endpoints/${endpointId}`)).json
  expect(endpoint).toMatchObject({ failing_since: null, disabled_reason: 'merchant' })
})

test('a sample that failed is redelivered', async () => {
  receiver.answer(500)
  const { id } = (await at('sample', { type: 'order.paid' })).json
  await server.drain()
  receiver.answer(204)
  await merchant.request('POST', `/v1/webhooks/events/${id}/redeliver`)
  await server.drain()
  expect(await eventsNow()).toMatchObject([{ status: 'delivered', attempts: 2 }])
})

test('the name of a sample must be that of an event, and its endpoint of the merchant', async () => {
  expect((await at('sample', { type: 'order.eaten' })).json.detail[0].loc).toEqual(['body', 'type'])
  const unknown = await merchant.request('POST', `/v1/webhooks/endpoints/${UNKNOWN}/sample`, { body: { type: 'order.paid' } })
  expect([unknown.status, unknown.json.error]).toEqual([404, 'ResourceNotFound'])
})

/** Makes a product whose event is delivered, and three whose events the receiver misses. Returns a time between them. */
async function missed(): Promise<string> {
  await aProduct(merchant)
  await server.drain()
  server.clock.advance(60)
  const since = server.clock.now().toISOString()
  receiver.answer(503)
  for (let each = 0; each < 3; each += 1) await aProduct(merchant)
  await server.drain()
  await switchEndpoint(false)
  server.clock.advance(3600)
  return since
}

test('the events since a time are sent again, each in its order and once; those before it and those delivered are not', async () => {
  const since = await missed()
  expect((await eventsNow('&status=skipped')).length).toBe(3)
  await switchEndpoint(true)
  receiver.answer(204)
  receiver.received.length = 0
  expect((await at('redeliver', { since })).status).toBe(202)
  await server.drain()
  expect(bodies().length).toBe(3)
  expect((await eventsNow('&status=delivered')).length).toBe(4)
  receiver.received.length = 0
  await at('redeliver', { since })
  await server.drain()
  expect(receiver.received).toEqual([])
  await at('redeliver', { since, include_delivered: true })
  await server.drain()
  expect(bodies().length).toBe(3)
})

test('requests for the events of one endpoint are worked on as one', async () => {
  const since = await missed()
  await switchEndpoint(true)
  receiver.answer(204)
  receiver.received.length = 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => at('redeliver', { since })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  const { db } = server.platform.database
  const key = `webhooks:queue-redelivery:${endpointId}`
  const waiting = () => db.selectFrom('jobs').select('kind').where('key', '=', key).execute()
  expect(await waiting()).toEqual([{ kind: 'webhooks:queue-redelivery' }])
  await server.drain()
  expect(bodies().length).toBe(3)
  const left = await db.selectFrom('webhook_redeliveries').select('since').where('endpoint_id', '=', endpointId).execute()
  expect([await waiting(), left]).toEqual([[], []])
})

test.each([
  ['the same joins', 0, false, true],
  ['later events joins', 60, false, true],
  ['earlier events begins anew', -60, false, false],
  ['accepted events begins anew', 60, true, false],
])('a request for %s the one that is worked on', async (_, seconds, include_delivered, joins) => {
  const began = server.clock.now()
  const later = new Date(began.getTime() + seconds * 1000)
  await at('redeliver', { since: began.toISOString() })
  const { db } = server.platform.database
  const position = { after_created_at: began, after_id: UNKNOWN }
  await db.updateTable('webhook_redeliveries').set(position).where('endpoint_id', '=', endpointId).execute()
  server.clock.advance(3600)
  await at('redeliver', { since: later.toISOString(), include_delivered })
  const found = await db.selectFrom('webhook_redeliveries').selectAll().where('endpoint_id', '=', endpointId).executeTakeFirstOrThrow()
  expect(found).toMatchObject({
    ...(joins ? position : { after_created_at: null, after_id: null }),
    since: seconds < 0 ? later : began,
    until: server.clock.now(),
    includes_delivered: include_delivered,
  })
  await server.drain()
})

test('the events of one resource are sent again in their order', async () => {
  const since = server.clock.now().toISOString()
  const body = { events: ['product.created', 'product.updated'] }
  await merchant.request('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { body })
  const { id } = await aProduct(merchant)
  for (const name of ['One', 'Two', 'Three']) await merchant.request('PATCH', `/v1/products/${id}`, { body: { name } })
  await server.drain()
  receiver.received.length = 0
  await at('redeliver', { since, include_delivered: true })
  await server.drain()
  expect(bodies().map(({ data }) => data.name)).toEqual([expect.any(String), 'One', 'Two', 'Three'])
})

test('a disabled endpoint is to be enabled first', async () => {
  await switchEndpoint(false)
  const since = { since: '2026-01-01T00:00:00Z' }
  const refused = await at('redeliver', since)
  const unknown = await merchant.request('POST', `/v1/webhooks/endpoints/${UNKNOWN}/redeliver`, { body: since })
  expect([unknown.status, unknown.json.error]).toEqual([404, 'ResourceNotFound'])
  expect([refused.status, refused.json.error]).toEqual([409, 'WebhookEndpointDisabled'])
})

test('attempts and events are found by their resource, and events by their time', async () => {
  const product = await aProduct(merchant)
  await aProduct(merchant)
  await server.drain()
  const found = (await merchant.request('GET', `/v1/webhooks/deliveries?resource_id=${product.id}`)).json.items
  expect(found).toMatchObject([{ webhook_event: { resource_id: product.id } }])
  expect((await eventsNow('&created_after=2000-01-01T00:00:00Z')).length).toBe(2)
  expect(await eventsNow('&created_before=2000-01-01T00:00:00Z')).toEqual([])
})
