import { afterAll, expect, test } from 'vitest'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { attemptOffsets } from './schedule.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())

async function anEndpoint() {
  const [merchant, receiver] = [await aMerchant(server), await aReceiver()]
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of the tests', events: ['product.created'] }
  const { id } = (await merchant.request('POST', '/v1/webhooks/endpoints', { body })).json
  return { merchant, receiver, read: async () => (await merchant.request('GET', `/v1/webhooks/endpoints/${id}`)).json }
}

test('ten events in a row that fail at every attempt disable the endpoint, and its owner is mailed once', async () => {
  const { merchant, receiver, read } = await anEndpoint()
  receiver.answer(500)
  for (let each = 0; each < 10; each += 1) await aProduct(merchant)
  const offsets = attemptOffsets()
  for (const [index, offset] of offsets.entries()) {
    await server.drain()
    expect((await read()).is_enabled).toBe(index < offsets.length - 1)
    // The longest jitter is a tenth.
    server.clock.advance(Math.ceil(((offsets[index + 1] ?? offset) - offset) * 1.1) + 1)
  }
  expect(await read()).toMatchObject({ is_enabled: false, disabled_reason: 'failing' })
  expect(receiver.received).toHaveLength(100)
  await server.drain()
  const mail = (await server.request('GET', '/dev/mail/messages')).json.items.filter(
    ({ to }: { to: string }) => to === merchant.owner.email,
  )
  expect(mail).toMatchObject([{ subject: expect.stringMatching(/^A webhook of .* was disabled$/) }])
  expect((await merchant.request('GET', '/v1/webhooks/endpoints?is_failing=true')).json.pagination.total_count).toBe(1)
  await receiver.close()
})

test('a receiver that asks for a pause gets it, where it is longer than that of the schedule', async () => {
  const { merchant, receiver } = await anEndpoint()
  receiver.answer((response) => response.writeHead(429, { 'retry-after': '600' }).end())
  await aProduct(merchant)
  await server.drain()
  receiver.answer(204)
  server.clock.advance(599)
  await server.drain()
  expect(receiver.received).toHaveLength(1)
  server.clock.advance(1)
  await server.drain()
  expect(receiver.received).toHaveLength(2)
  expect((await merchant.request('GET', '/v1/webhooks/endpoints?is_failing=true')).json.items).toEqual([])
  expect((await merchant.request('GET', '/v1/webhooks/endpoints?is_failing=false')).json.pagination.total_count).toBe(1)
  await receiver.close()
})
