// The list of recorded webhook events, by the resource that they are about.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant
let receiver: Receiver
let endpointId: string
let productId: string

// One product: its creation is delivered, its first update is refused by the receiver, and its second one waits for the first.
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of some length', events: ['product.created', 'product.updated'] }
  endpointId = (await merchant.request('POST', '/v1/webhooks/endpoints', { body })).json.id
  productId = (await aProduct(merchant)).id
  await aProduct(merchant)
  await server.drain()
  receiver.answer(503)
  for (const description of ['One', 'Two']) {
    await merchant.request('PATCH', `/v1/products/${productId}`, { body: { description } })
    await server.drain()
  }
})
afterAll(async () => {
  await receiver.close()
  await server.close()
})

const list = (query: string, reader: TestMerchant = merchant) => reader.request('GET', `/v1/webhooks/events?${query}`)
const eventsOf = async (query: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  (await list(query)).json.items.map((one: any) => `${one.type} ${one.status} ${one.attempts}`)

test.for<[() => string, readonly string[]]>([
  [() => `resource_id=${productId}`, ['product.updated pending 0', 'product.updated pending 1', 'product.created delivered 1']],
  [() => `resource_id=${productId}&status=delivered`, ['product.created delivered 1']],
  [() => 'type=product.created', ['product.created delivered 1', 'product.created delivered 1']],
  [() => `endpoint_id=${crypto.randomUUID()}`, []],
  [() => `resource_id=${crypto.randomUUID()}`, []],
])('the events of a resource are listed newest first, also one that waits for its first attempt: %s', async ([query, expected]) => {
  expect(await eventsOf(query())).toEqual(expected)
})

test('an event names its endpoint and has the payload that is sent', async () => {
  const answer = await list(`resource_id=${productId}&type=product.created`)
  const [event] = answer.json.items
  expect(event).toMatchObject({ endpoint_id: endpointId, resource_id: productId, succeeded: true })
  expect(JSON.parse(event.payload).data.id).toBe(productId)
  expect(answer.roundTrips).toBeLessThanOrEqual(2)
})

test('another organization finds no event of the resource, and may not name the organization', async () => {
  const stranger = await aMerchant(server)
  expect((await list(`resource_id=${productId}`, stranger)).json.items).toEqual([])
  const named = await list(`resource_id=${productId}&organization_id=${merchant.organizationId}`, stranger)
  expect(named.text).not.toContain(productId)
})
