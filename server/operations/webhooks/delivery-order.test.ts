import { expect, test } from 'vitest'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'

test('an event that waited for an earlier one has the usual schedule: one attempt, the next five seconds later', async () => {
  const server = await testServer({ database: await ownDatabase() })
  const merchant = await aMerchant(server)
  const receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of some length', events: ['product.created', 'product.updated'] }
  await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  receiver.answer(503)
  const product = await aProduct(merchant)
  await server.drain()
  await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { description: 'Another' } })
  await server.drain()
  expect(receiver.types()).toEqual(['product.created'])

  receiver.answer((response) => void response.writeHead(receiver.types().at(-1) === 'product.created' ? 204 : 503).end())
  server.clock.advance(5)
  await server.drain()
  expect(receiver.types()).toEqual(['product.created', 'product.created', 'product.updated'])
  server.clock.advance(4)
  await server.drain()
  expect(receiver.types()).toHaveLength(3)
  server.clock.advance(1)
  await server.drain()
  expect(receiver.types().slice(3)).toEqual(['product.updated'])
  await receiver.close()
  await server.close()
})

test('an event behind an old pending one still waits for a younger one before it', async () => {
  const server = await testServer({ database: await ownDatabase() })
  const merchant = await aMerchant(server)
  const receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of some length', events: ['product.created', 'product.updated'] }
  await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  receiver.answer(503)
  const product = await aProduct(merchant)
  await server.drain()
  server.clock.advance(5)
  await server.drain()
  expect(receiver.types()).toEqual(['product.created', 'product.created'])
  // Its next attempt is in five minutes; the events behind it wait for one minute.
  server.clock.advance(70)
  for (const description of ['First', 'Second']) await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { description } })
  await server.drain()
  expect(receiver.types().slice(2)).toEqual(['product.updated'])
  receiver.answer(204)
  server.clock.advance(5)
  await server.drain()
  expect(receiver.types().slice(3)).toEqual(['product.updated', 'product.updated'])
  await receiver.close()
  await server.close()
})
