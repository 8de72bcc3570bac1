// Databases: both.
// Thousands of requests over real sockets, each with another value of what a client may choose: nothing of it stays in memory.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomText } from '#contract/token.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { printTable, retainedBytes } from './figures.ts'

const REQUESTS = 1000
const AT_ONCE = 16
/** The length of each value: 12 MB in all. */
const VALUE_LENGTH = 12_000
const RETAINED_BYTES = 2_500_000
/** The limits keep one short count for each network until its window ends, and a bounded number of them. */
const RETAINED_COUNT_BYTES = 5000

let server: TestServer
let merchant: TestMerchant
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const figures: [name: string, sent: string, retained: string][] = []

beforeAll(async () => {
  // With limits, which count by what a client sends, and behind a proxy, whose addresses are read.
  server = await testServer({ settings: { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' } })
  merchant = await aMerchant(server)
  port = Number(new URL(await server.listen()).port)
})
afterAll(async () => {
  agent.destroy()
  await server.close()
  printTable(`Memory retained after ${REQUESTS} requests with different values.`, [['value', 'sent (kB)', 'retained (kB)'], ...figures])
})

interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

const ADDRESS = 'the address in X-Forwarded-For'

/** Requests with a value of about `VALUE_LENGTH` characters that no other request has. */
const choices: Readonly<Record<string, (value: string, at: number) => Sent>> = {
  'X-Forwarded-For, User-Agent, Accept-Language and Origin': (value) => ({
    headers: {
      'x-forwarded-for': `${value.slice(0, 3000)}, 192.0.2.1`,
      'user-agent': value.slice(3000, 6000),
      'accept-language': value.slice(6000, 9000),
      origin: `https://${value.slice(9000)}.example`,
    },
  }),
  [ADDRESS]: (_, at) => ({ headers: { 'x-forwarded-for': `10.${at >> 8}.${at & 255}.1` } }),
  Cookie: (value) => ({ headers: { cookie: `better-auth.session_token=${value}; ${value.slice(0, 40)}=1` } }),
  Authorization: (value, at) =>
    at % 2 === 0
      ? { headers: { authorization: `Bearer ${value}` } }
      : { path: '/v1/products/', headers: { authorization: `Bearer polar_oat_${value}` } },
  'Idempotency-Key': (value) => ({
    method: 'POST',
    path: '/v1/products/',
    headers: { ...merchant.headers, 'idempotency-key': value, 'content-type': 'application/json', 'content-length': '0' },
  }),
  Host: (value) => ({ headers: { host: value } }),
  'the path': (value, at) => ({
    path: [`/api/auth/${value}`, `/v1/${value}`, `/v1/checkouts/client/${value}`, `/${value}`][at % 4] ?? '/',
  }),
  'the query': (value) => ({ path: `/api/auth/ok?${value}=${value.slice(0, 40)}` }),
}

async function send({ method = 'GET', path = '/api/auth/get-session', headers = {} }: Sent): Promise<number> {
  const sent = request({ port, agent, method, path, headers: { 'x-forwarded-for': '192.0.2.7', ...headers } })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode ?? 0
}

async function sendAll(choose: (value: string, at: number) => Sent, requests: number): Promise<Set<number>> {
  const statuses = new Set<number>()
  let next = 0
  const sendNext = async (): Promise<void> => {
    while (next < requests) {
      next += 1
      statuses.add(await send(choose(randomText(24).repeat(VALUE_LENGTH / 24), next)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  return statuses
}

async function retainedBy(choose: (value: string, at: number) => Sent): Promise<number> {
  const before = await retainedBytes()
  await sendAll(choose, REQUESTS)
  return (await retainedBytes()) - before
}

test.each(Object.entries(choices))('a thousand different values of %s do not stay in memory', async (name, choose) => {
  const statuses = await sendAll(choose, REQUESTS / 5)
  expect([...statuses].filter((status) => status >= 500 || status === 431)).toEqual([])
  const limit = name === ADDRESS ? REQUESTS * RETAINED_COUNT_BYTES : RETAINED_BYTES
  const first = await retainedBy(choose)
  // The memory that requests leave in use grows each time; that of the database grows once.
  const retained = first < limit ? first : Math.min(first, await retainedBy(choose))
  figures.push([name, String((REQUESTS * VALUE_LENGTH) / 1000), String(Math.round(retained / 1000))])
  expect(retained).toBeLessThan(limit)
})
