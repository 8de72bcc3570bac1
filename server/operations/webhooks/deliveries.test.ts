import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant
let receiver: Receiver
let endpointId: string

// One product whose creation is delivered and whose update is not: created (delivered), updated (tried twice, still pending).
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of some length', events: ['product.created', 'product.updated'] }
  endpointId = (await merchant.request('POST', '/v1/webhooks/endpoints', { body })).json.id
  const product = await aProduct(merchant)
  await server.drain()
  server.clock.advance(1)
  receiver.answer(503)
  await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { description: 'Another' } })
  await server.drain()
  server.clock.advance(6)
  await server.drain()
})
afterAll(async () => {
  await receiver.close()
  await server.close()
})

const list = async (query: string) => (await merchant.request('GET', `/v1/webhooks/deliveries?${query}`)).json
const attemptsOf = async (query: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  (await list(query)).items.map((one: any) => `${one.webhook_event.type} ${one.attempt}`)

test.each([
  ['', ['product.updated 2', 'product.updated 1', 'product.created 1']],
  ['is_latest=true', ['product.updated 2', 'product.created 1']],
  ['is_latest=false', ['product.updated 1']],
  ['event_type=product.created', ['product.created 1']],
  ['event_type=product.created&event_type=order.paid', ['product.created 1']],
  ['event_status=pending', ['product.updated 2', 'product.updated 1']],
  ['event_status=pending&event_status=delivered&is_latest=true', ['product.updated 2', 'product.created 1']],
  ['event_status=failed', []],
  ['created_after=2000-01-01T00:00:00Z', ['product.updated 2', 'product.updated 1', 'product.created 1']],
  ['created_before=2000-01-01T00:00:00Z', []],
])('?%s lists the matching attempts', async (query, expected) => {
  expect(await attemptsOf(query)).toEqual(expected)
})

test('the attempts of one event are listed by its id, and each has the id of its resource', async () => {
  const [latest] = (await list('event_status=pending')).items
  const { id, resource_id, payload } = latest.webhook_event
  expect(await attemptsOf(`event_id=${id}`)).toEqual(['product.updated 2', 'product.updated 1'])
  expect(resource_id).toBe(JSON.parse(payload).data.id)
})

test('an unknown status is refused at its field', async () => {
  const answer = await merchant.request('GET', '/v1/webhooks/deliveries?event_status=lost')
  expect(answer.status).toBe(422)
  expect(answer.json.detail[0].loc).toEqual(['query', 'event_status', 0])
})

test('an endpoint reports its health, since when it fails and its last attempt, also in the answer to an update', async () => {
  const one = (await merchant.request('GET', `/v1/webhooks/endpoints/${endpointId}`)).json
  expect(one).toMatchObject({ failing_since: expect.any(String), last_attempt_at: server.clock.now().toISOString() })
  const attempts = (await list('')).items
  const accepted = attempts.filter(({ succeeded }: { succeeded: boolean }) => succeeded)
  expect(one.health).toEqual({
    state: 'healthy',
    attempts: attempts.length,
    accepted: accepted.length,
    last_accepted_at: accepted[0]?.created_at ?? null,
  })
  const changed = await merchant.request('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { body: { secret: 'another secret' } })
  const overlapEnds = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
  expect(changed.json).toMatchObject({ last_attempt_at: one.last_attempt_at, previous_secret_until: overlapEnds })
  const all = await merchant.request('GET', '/v1/webhooks/endpoints')
  expect(all.json.items[0]).toEqual(changed.json)
  expect(all.roundTrips).toBeLessThanOrEqual(2)
})

test('a new endpoint has no last attempt', async () => {
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of some length', events: [] }
  const created = await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  expect(created.json).toMatchObject({ failing_since: null, previous_secret_until: null, last_attempt_at: null })
  expect(created.json.health).toEqual({ state: 'healthy', attempts: 0, accepted: 0, last_accepted_at: null })
})
