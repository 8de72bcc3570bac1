import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type ReceivedWebhook, type Receiver } from '#test/support/a-receiver.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { attemptOffsets } from './schedule.ts'
import { verify } from './signature.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

let server: TestServer
let merchant: TestMerchant
let receiver: Receiver

beforeAll(async () => {
  // A database of its own: these tests move the clock by days, and all due jobs then run.
  server = await testServer({ database: await ownDatabase() })
})
afterAll(() => server.close())
beforeEach(async () => {
  merchant = await aMerchant(server)
  receiver = await aReceiver()
  return () => receiver.close()
})

async function anEndpoint(fields: Record<string, unknown> = {}) {
  const body = { url: receiver.url, format: 'raw', secret: SECRET, events: ['product.created', 'product.updated'], ...fields }
  const answer = await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  expect(answer.status).toBe(201)
  return answer.json
}
const requestOf = (one: ReceivedWebhook | undefined) => ({ headers: one?.headers as Record<string, string>, body: one?.body ?? '' })
const deliveries = async (query = '') => (await merchant.request('GET', `/v1/webhooks/deliveries${query}`)).json
const endpointNow = async (id: string) => (await merchant.request('GET', `/v1/webhooks/endpoints/${id}`)).json

test('an endpoint is created, returned without its secret, listed, updated and deleted', async () => {
  const endpoint = await anEndpoint()
  expect(endpoint).toMatchObject({ url: receiver.url, format: 'raw', events: ['product.created', 'product.updated'], modified_at: null })
  expect(JSON.stringify(endpoint)).not.toContain(SECRET)
  const list = await merchant.request('GET', '/v1/webhooks/endpoints')
  expect(list.json).toMatchObject({ items: [{ id: endpoint.id }], pagination: { total_count: 1, max_page: 1 } })
  expect(list.roundTrips).toBeLessThanOrEqual(2)
  const changed = await merchant.request('PATCH', `/v1/webhooks/endpoints/${endpoint.id}`, {
    body: { events: ['order.paid'], format: null },
  })
  expect(changed.json).toMatchObject({ events: ['order.paid'], format: 'raw', url: receiver.url })
  expect((await merchant.request('DELETE', `/v1/webhooks/endpoints/${endpoint.id}`)).status).toBe(204)
  expect((await merchant.request('GET', `/v1/webhooks/endpoints/${endpoint.id}`)).json).toEqual({
    error: 'ResourceNotFound',
    detail: 'Not found',
  })
})

test('an endpoint without a secret gets a generated one, which only the answers that generate it contain', async () => {
  const created = await anEndpoint({ secret: null })
  const path = `/v1/webhooks/endpoints/${created.id}`
  const reset = (await merchant.request('PATCH', `${path}/secret`)).json
  for (const { secret } of [created, reset]) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(reset.secret).not.toBe(created.secret)
  expect((await endpointNow(created.id)).secret).toBe('')
  await aProduct(merchant)
  await server.drain()
  const request = requestOf(receiver.received[0])
  const now = server.clock.now().getTime() / 1000
  expect([verify(reset.secret, request, now), verify(created.secret, request, now)]).toEqual(['ok', 'ok'])
})

test('an endpoint is disabled by the name that newer clients give the field', async () => {
  const { id } = await anEndpoint()
  const { json } = await merchant.request('PATCH', `/v1/webhooks/endpoints/${id}`, { body: { enabled: false } })
  expect(json).toMatchObject({ enabled: false, is_enabled: false, disabled_reason: 'merchant' })
})

test('deliveries are listed by their outcome, the class of their code, and a part of the name of the event', async () => {
  await anEndpoint()
  await aProduct(merchant)
  await server.drain()
  const counts = await Promise.all(
    ['succeeded=true', 'succeeded=false', 'http_code_class=2xx', 'http_code_class=5xx', 'query=PRODUCT', 'query=order'].map(
      async (query) => (await deliveries(`?${query}`)).pagination.total_count,
    ),
  )
  expect(counts).toEqual([1, 0, 1, 0, 1, 0])
})

test('an event is delivered with the snapshot, the sequence and a valid signature', async () => {
  await anEndpoint()
  const product = await aProduct(merchant)
  await server.drain()
  expect(receiver.types()).toEqual(['product.created'])
  const [one] = receiver.received
  const body = JSON.parse(one?.body ?? '')
  expect(body).toMatchObject({ type: 'product.created', data: { id: product.id, name: product.name }, sequence: expect.any(Number) })
  expect(new Date(body.timestamp).getTime()).toBe(server.clock.now().getTime())
  expect(verify(SECRET, requestOf(one), server.clock.now().getTime() / 1000)).toBe('ok')
  const log = await deliveries()
  expect(log.items).toMatchObject([
    { http_code: 204, succeeded: true, attempt: 1, webhook_event: { id: one?.headers['webhook-id'], succeeded: true } },
  ])
  expect(log.items[0].webhook_event.payload).toBe(one?.body)
})

test('a failed delivery is retried on schedule with the same id until the receiver accepts it', async () => {
  await anEndpoint()
  receiver.answer(500)
  await aProduct(merchant)
  await server.drain()
  expect(receiver.received).toHaveLength(1)
  server.clock.advance(4)
  await server.drain()
  expect(receiver.received).toHaveLength(1)
  server.clock.advance(1)
  await server.drain()
  expect(receiver.received).toHaveLength(2)
  receiver.answer(200)
  server.clock.advance(331)
  await server.drain()
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await deliveries()).items.map((item: { http_code: number }) => item.http_code)).toEqual([200, 500, 500])
})

test('an event fails after ten attempts over three days', async () => {
  await anEndpoint()
  receiver.answer(503)
  await aProduct(merchant)
  const offsets = attemptOffsets()
  for (const [index, offset] of offsets.entries()) {
    await server.drain()
    // The longest jitter is a tenth.
    server.clock.advance(Math.ceil(((offsets[index + 1] ?? offset) - offset) * 1.1) + 1)
  }
  expect(receiver.received).toHaveLength(10)
  expect((await deliveries()).items[0].webhook_event).toMatchObject({
    succeeded: false,
    status: 'failed',
    attempts: 10,
    last_http_code: 503,
  })
})

test('an event waits for an earlier one of its resource, for a minute at most; other resources do not wait', async () => {
  await anEndpoint()
  receiver.answer(500)
  const product = await aProduct(merchant)
  await server.drain()
  receiver.answer(204)
  await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { name: 'Another name' } })
  await aProduct(merchant)
  await server.drain()
  expect(receiver.types()).toEqual(['product.created', 'product.created'])
  server.clock.advance(6)
  await server.drain()
  expect(receiver.types()).toEqual(['product.created', 'product.created', 'product.created', 'product.updated'])
})

test('410 disables the endpoint and skips its pending events; enabling it again starts afresh', async () => {
  const endpoint = await anEndpoint()
  receiver.answer(410)
  await aProduct(merchant)
  await server.drain()
  expect(await endpointNow(endpoint.id)).toMatchObject({ is_enabled: false, disabled_reason: 'gone' })
  const mail = await server.request('GET', '/dev/mail/messages')
  expect(mail.json.items).toMatchObject([{ to: merchant.owner.email, subject: expect.stringMatching(/^A webhook of .* was disabled$/) }])
  await aProduct(merchant)
  await server.drain()
  expect(receiver.received).toHaveLength(1)
  receiver.answer(204)
  await merchant.request('PATCH', `/v1/webhooks/endpoints/${endpoint.id}`, { body: { is_enabled: true } })
  await aProduct(merchant)
  await server.drain()
  expect(receiver.received).toHaveLength(2)
})

test('a redirect is not followed and a long answer is truncated in the log', async () => {
  await anEndpoint()
  receiver.answer((response) => response.writeHead(302, { location: receiver.url }).end('x'.repeat(100_000)))
  await aProduct(merchant)
  await server.drain()
  expect(receiver.received).toHaveLength(1)
  const [item] = (await deliveries()).items
  expect(item).toMatchObject({ http_code: 302, succeeded: false })
  expect(item.answer_body.length).toBeLessThanOrEqual(2048)
})

test('a redelivery sends the stored payload again with the same id', async () => {
  await anEndpoint()
  await aProduct(merchant)
  await server.drain()
  const [first] = receiver.received
  server.clock.advance(1)
  const answer = await merchant.request('POST', `/v1/webhooks/events/${first?.headers['webhook-id']}/redeliver`)
  expect([answer.status, answer.text]).toEqual([202, 'null'])
  await server.drain()
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]).toMatchObject({ body: first?.body, headers: { 'webhook-id': first?.headers['webhook-id'] } })
  expect((await deliveries()).items[0].is_redelivery).toBe(true)
  const unknown = await merchant.request('POST', `/v1/webhooks/events/${UNKNOWN}/redeliver`)
  expect([unknown.status, unknown.json.error]).toEqual([404, 'ResourceNotFound'])
})

test('the old secret still signs for a day beside a new one', async () => {
  const endpoint = await anEndpoint()
  await merchant.request('PATCH', `/v1/webhooks/endpoints/${endpoint.id}`, { body: { secret: 'another secret' } })
  const secretsThatVerify = async () => {
    await aProduct(merchant)
    await server.drain()
    const one = receiver.received.at(-1)
    const now = server.clock.now().getTime() / 1000
    return [SECRET, 'another secret'].filter((secret) => verify(secret, requestOf(one), now) === 'ok')
  }
  expect(await secretsThatVerify()).toEqual([SECRET, 'another secret'])
  server.clock.advance(24 * 3600)
  expect(await secretsThatVerify()).toEqual(['another secret'])
})

test('an event is recorded only for endpoints that subscribe to it, and chat formats get one line', async () => {
  await anEndpoint({ events: ['order.paid'] })
  await anEndpoint({ format: 'slack' })
  const product = await aProduct(merchant)
  await server.drain()
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([{ text: `product.created · ${product.id}` }])
})

test.each([
  ['another scheme', { url: 'ftp://example.com/x' }, ['body', 'url']],
  ['user-info', { url: 'https://user:word@example.com/' }, ['body', 'url']],
  ['a private IP address', { url: 'http://10.0.0.1/hook' }, ['body', 'url']],
  ['no secret', { secret: '' }, ['body', 'secret']],
  ['a secret of seven characters', { secret: 'seven77' }, ['body', 'secret']],
  ['a whsec_ secret that is not base64', { secret: 'whsec_xyz!' }, ['body', 'secret']],
  ['a whsec_ secret without a key', { secret: 'whsec_' }, ['body', 'secret']],
  ['a whsec_ secret of three bytes', { secret: 'whsec_AAAA' }, ['body', 'secret']],
  ['an event outside the list', { events: ['order.eaten'] }, ['body', 'events', 0]],
  ['an unknown format', { format: 'xml' }, ['body', 'format']],
  ['an additional event that nothing emits', { additional_events: ['order.eaten'] }, ['body', 'additional_events', 0]],
  ['a name, which is not available yet', { name: 'Shop server' }, ['body', 'name']],
])('%s is refused at its field', async (_case, wrong, loc) => {
  const body = { url: receiver.url, format: 'raw', secret: SECRET, events: [], ...wrong }
  const answer = await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ error: 'RequestValidationError', detail: [{ loc }] })
})

test('a secret that is changed has to have the form of a new one', async () => {
  const endpoint = await anEndpoint()
  const path = `/v1/webhooks/endpoints/${endpoint.id}`
  for (const secret of ['whsec_xyz!', 'whsec_', 'whsec_AAAA', 'short']) {
    const answer = await merchant.request('PATCH', path, { body: { secret } })
    expect([answer.status, answer.json.detail?.[0]?.loc]).toEqual([422, ['body', 'secret']])
  }
  expect((await merchant.request('PATCH', path, { body: { secret: SECRET.replace('=', '') } })).status).toBe(200)
})

test('an event from before the creation of an endpoint is not sent to it', async () => {
  await aProduct(merchant)
  server.clock.advance(1)
  await anEndpoint()
  await server.drain()
  expect(receiver.received).toEqual([])
})

test('an attempt at an unreachable receiver is logged without a status and retried', async () => {
  await anEndpoint()
  await receiver.close()
  await aProduct(merchant)
  await server.drain()
  expect((await deliveries()).items).toMatchObject([{ http_code: null, succeeded: false, error: expect.any(String) }])
  receiver = await aReceiver()
})
