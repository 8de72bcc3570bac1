// Event streams over real sockets: how many one checkout and one network may keep open.
import { once } from 'node:events'
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCheckout, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const PER_CHECKOUT = 20
const PER_NETWORK = 200
/** Two clients of the same network, and one of another. */
const [FIRST, NEIGHBOUR, STRANGER] = ['198.51.100.1', '198.51.100.77', '203.0.113.1'] as const

let server: TestServer
let checkouts: readonly TestCheckout[]
let port: number
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
const opened: ClientRequest[] = []

beforeAll(async () => {
  server = await testServer({ settings: { TRUST_PROXY: 'loopback' } })
  const merchant = await aMerchant(server)
  const products = [(await aProduct(merchant)).id]
  checkouts = await Promise.all(Array.from({ length: PER_NETWORK / PER_CHECKOUT + 1 }, () => aCheckout(server, merchant, { products })))
  port = Number(new URL(await server.listen()).port)
})
afterAll(async () => {
  for (const sent of opened) sent.destroy()
  agent.destroy()
  await server.close()
})

/** Opens the stream of a checkout and keeps it open. Returns the answer's status and its `Retry-After`. */
async function open(checkout: number, ipAddress: string): Promise<[status: number | undefined, retryAfter: string | undefined]> {
  const path = `/v1/checkouts/client/${checkouts[checkout]?.secret}/stream`
  const sent = get({ port, agent, path, headers: { 'x-forwarded-for': ipAddress } })
  sent.on('error', () => undefined)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  if (answer.statusCode === 200) opened.push(sent)
  answer.resume()
  return [answer.statusCode, answer.headers['retry-after']]
}

test('one checkout has 20 open streams and one network 200; a closed one makes room', async () => {
  const statuses = await Promise.all(Array.from({ length: PER_CHECKOUT + 5 }, () => open(0, FIRST)))
  expect(statuses.filter(([status]) => status === 200)).toHaveLength(PER_CHECKOUT)
  expect(statuses.filter(([status]) => status !== 200)).toEqual(Array.from({ length: 5 }, () => [429, '15']))
  // The bound of a checkout is that of all networks together.
  expect(await open(0, STRANGER)).toEqual([429, '15'])
  for (let at = 1; at < checkouts.length - 1; at += 1) {
    const others = await Promise.all(Array.from({ length: PER_CHECKOUT }, (_, each) => open(at, each % 2 === 0 ? FIRST : NEIGHBOUR)))
    expect(new Set(others.map(([status]) => status))).toEqual(new Set([200]))
  }
  expect(opened).toHaveLength(PER_NETWORK)
  const last = checkouts.length - 1
  expect(await open(last, NEIGHBOUR)).toEqual([429, '15'])
  expect((await open(last, STRANGER))[0]).toBe(200)
  opened[0]?.destroy()
  await expect.poll(async () => (await open(last, NEIGHBOUR))[0]).toBe(200)
  expect(await open(last, FIRST)).toEqual([429, '15'])
})
