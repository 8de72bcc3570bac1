// A user who does their worst, in a process of its own: organizations whose endpoints never answer, events as fast as the limits let
// them, and bodies of a megabyte. It sets up, prints `ready`, starts when it reads a line, and runs until it is killed.
// node bench/neighbours/noisy-user.ts <url of the server> <organizations>
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { aToken } from '#test/support/a-merchant.ts'
import { anOrganization, aUser } from '#test/support/a-user.ts'
import { runningServer } from '#test/support/running-server.ts'
import type { TestAnswer, TestServer } from '#test/support/server.ts'
import { SETTINGS } from '../fixture.ts'

const ENDPOINTS = 12
/** Concurrent requests with a body of a megabyte. */
const LARGE = 4
const LARGE_BODY = 'x'.repeat(1_000_000)
const NETWORK = { 'x-forwarded-for': '203.0.113.9' }
const TOO_MANY = 429
const PAUSE_MS = 100
/** Below the server, PostgreSQL and the quiet merchant where they share a core. */
const PRIORITY = 19

const [url = '', organizations = '30'] = process.argv.slice(2)
setPriority(PRIORITY)
const server = limitedServer(runningServer(url))
const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
await once(silent, 'listening')
const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/hook`

/** The server as one network uses it: a refusal of the limits is repeated after a pause. */
function limitedServer(of: TestServer): TestServer {
  const request: TestServer['request'] = async (method, path, sent = {}) => {
    for (;;) {
      const answer = await of.request(method, path, { ...sent, headers: { ...NETWORK, ...sent.headers } })
      if (answer.status !== TOO_MANY) return answer
      await wait(PAUSE_MS)
    }
  }
  return { ...of, request, settings: { ...of.settings, BASE_URL: SETTINGS.BASE_URL } }
}

type Send = (method: 'POST' | 'PATCH', path: string, body: unknown) => Promise<TestAnswer>

/** An organization of the user, with its endpoints and one product. */
async function anOrganizationOf(owner: Awaited<ReturnType<typeof aUser>>) {
  const { id } = await anOrganization(server, owner)
  const { token } = await aToken(owner, id)
  const send: Send = (method, path, body) => server.request(method, path, { headers: { authorization: `Bearer ${token}` }, body })
  for (let at = 0; at < ENDPOINTS; at += 1) {
    const endpoint = { url: silentUrl, format: 'raw', secret: 'a secret of the bench', events: ['product.updated'] }
    await send('POST', '/v1/webhooks/endpoints', endpoint)
  }
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const product = await send('POST', '/v1/products/', { name: 'Template Library', recurring_interval: null, prices })
  if (product.status !== 201) throw new Error(`Creating a product was answered ${product.status}: ${product.text}`)
  return { send, productId: product.json.id as string }
}

async function repeatForEver(act: (turn: number) => Promise<unknown>): Promise<never> {
  for (let turn = 0; ; turn += 1) await act(turn).catch(() => wait(PAUSE_MS))
}

const owner = await aUser(server)
const owned = await Promise.all(Array.from({ length: Number(organizations) }, () => anOrganizationOf(owner)))
process.stdout.write('ready\n')
await once(process.stdin, 'data')
for (const { send, productId } of owned) {
  void repeatForEver((turn) => send('PATCH', `/v1/products/${productId}`, { name: `Template Library ${turn}` }))
}
for (const { send } of owned.slice(0, LARGE))
  void repeatForEver(() => send('POST', '/v1/products/', { name: 'Large', description: LARGE_BODY }))
