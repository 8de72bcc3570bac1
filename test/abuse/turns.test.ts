// Databases: both.
// A network that sends as many requests as its limit allows, over real sockets, and one of another: who is answered first.
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

/** Requests that the noisy network keeps open. */
const AT_ONCE = 34
const QUIET_REQUESTS = 15
/** Four of the other network beside each of the two steps of a request. Without turns it is about `AT_ONCE`. */
const BESIDE_MAX = 8

let server: TestServer
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

beforeAll(async () => {
  server = await testServer({ settings: { TRUST_PROXY: 'loopback', RATE_LIMIT_ENABLED: 'true' } })
  port = Number(new URL(await server.listen()).port)
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

/** Returns a function that renames a product of the merchant from `ipAddress` and resolves to the status of the answer. */
async function renaming({ token, ...merchant }: TestMerchant, ipAddress: string): Promise<(name: string) => Promise<number>> {
  const { id } = await aProduct({ token, ...merchant })
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': ipAddress, 'content-type': 'application/json' }
  return (name) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const sent = httpRequest({ host: '127.0.0.1', port, agent, method: 'PATCH', path: `/v1/products/${id}`, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(JSON.stringify({ name }))
    return promise
  }
}

test('a request waits for a few of another network, however many that sends at once', async () => {
  const noisy = await renaming(await aMerchant(server), '203.0.113.9')
  const quiet = await renaming(await aMerchant(server), '198.51.100.7')
  let answered = 0
  let isOver = false
  const repeat = async (): Promise<void> => {
    while (!isOver) {
      const status = await noisy(`Name ${answered}`)
      answered += 1
      if (status === 429) await wait(100)
    }
  }
  const loops = Array.from({ length: AT_ONCE }, repeat)
  const beside: number[] = []
  for (let turn = 0; turn < QUIET_REQUESTS; turn += 1) {
    const before = answered
    expect(await quiet(`Renamed ${turn}`)).toBe(200)
    beside.push(answered - before)
  }
  isOver = true
  await Promise.all(loops)
  const median = beside.toSorted((a, b) => a - b)[Math.floor(QUIET_REQUESTS / 2)]
  expect(median).toBeLessThanOrEqual(BESIDE_MAX)
})
