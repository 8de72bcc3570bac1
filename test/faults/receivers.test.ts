// Receivers of webhooks at their worst, beside one that is well: a real server, whose receivers have three seconds to answer.
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aListener, aReceiver, type Listener } from '#test/support/a-receiver.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type ThrowAwayPostgres } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'

const POLL = { timeout: 30_000, interval: 50 }
const SECRET = 'a secret of some length'
const MEGABYTE = 1024 * 1024
/** Long enough for whoever is well to hear in meanwhile, also on a slow machine. */
const TIMEOUT_SECONDS = 3

let postgres: ThrowAwayPostgres
const directory = mkdtempSync(join(tmpdir(), 'guildhall-receivers-'))
let guildhall: RunningGuildhall | undefined
const listeners: { close(): Promise<void> }[] = []
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(directory, { recursive: true, force: true })
})
afterEach(async () => {
  await guildhall?.end('SIGKILL')
  for (const each of listeners.splice(0)) await each.close()
})

/** The one server of a test. */
async function started(settings: Readonly<Record<string, string>>): Promise<ReturnType<typeof runningServer>> {
  const port = String(await freePort())
  guildhall = await startGuildhall({
    PORT: port,
    BASE_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    DATABASE_URL: postgres.url,
    RATE_LIMIT_ENABLED: 'false',
    OUTBOUND_ALLOW: 'loopback',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  return runningServer(`http://127.0.0.1:${port}`)
}

async function kept<T extends { close(): Promise<void> }>(one: Promise<T>): Promise<T> {
  const opened = await one
  listeners.push(opened)
  return opened
}

/** An endpoint of the merchant for what happens to products; gives its id. */
async function anEndpoint(merchant: TestMerchant, url: string): Promise<string> {
  const body = { url, format: 'raw', secret: SECRET, events: ['product.created', 'product.updated'] }
  const answer = await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  expect([answer.status, answer.json]).toEqual([201, expect.anything()])
  return answer.json.id
}

/** Answers once the request has begun to arrive. */
const answering = (text: string | Buffer) => (socket: Socket) => void socket.once('data', () => socket.end(text))

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
  const dripping = setInterval(() => socket.write('.'), 1000)
  socket.on('close', () => clearInterval(dripping))
}

function pour(socket: Socket): void {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${100 * MEGABYTE}\r\n\r\n`)
  const more = (): void => {
    while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x')));
  }
  socket.on('drain', more)
  more()
}

const NOT_IN_TIME = `No whole answer within ${TIMEOUT_SECONDS} seconds.`
const TLS_ALERT = Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46])

/** What a receiver does with a connection, and what the log of attempts says of it. */
interface Bad {
  readonly name: string
  readonly treat: (socket: Socket) => void
  readonly isDeaf?: boolean
  readonly scheme?: 'https'
  readonly path?: string
  readonly log: { readonly http_code: number | null; readonly succeeded: boolean; readonly error: string | null }
}

const failed = (error: string) => ({ http_code: null, succeeded: false, error })
const answered = (http_code: number) => ({ http_code, succeeded: http_code < 300, error: null })

const BAD: readonly Bad[] = [
  { name: 'never answers', treat: () => undefined, log: failed(NOT_IN_TIME) },
  { name: 'answers one byte a second', treat: drip, log: failed(NOT_IN_TIME) },
  { name: 'answers a hundred megabytes', treat: pour, log: answered(200) },
  { name: 'redirects', treat: answering('HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n'), log: answered(302) },
  { name: 'is gone', treat: answering('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n'), log: answered(410) },
  { name: 'closes without an answer', treat: answering(''), log: failed('The connection was cut.') },
  { name: 'resets the connection', treat: (socket) => void socket.resetAndDestroy(), log: failed('The connection was cut.') },
  { name: 'answers what is not HTTP', treat: answering('220 mail.example.test ESMTP\r\n'), log: failed('The answer is not HTTP.') },
  { name: 'speaks TLS on a plain port', treat: answering(TLS_ALERT), log: failed('The answer is not HTTP.') },
  {
    name: 'speaks no TLS where it should',
    treat: answering('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
    scheme: 'https',
    log: failed('The receiver does not speak TLS.'),
  },
  { name: 'never reads', treat: (socket) => void socket.pause(), isDeaf: true, log: failed(NOT_IN_TIME) },
]

test('beside receivers at their worst the one that is well gets every event promptly and in order, and each failure is told in words', async () => {
  const server = await started({ WEBHOOK_TIMEOUT: String(TIMEOUT_SECONDS) })
  const [merchant, neighbour] = [await aMerchant(server), await aMerchant(server)]
  const wells = [await kept(aReceiver()), await kept(aReceiver())]
  const places: { readonly bad: Bad; readonly listener: Listener; readonly endpointId: string }[] = []
  for (const bad of BAD) {
    const listener = await kept(aListener(bad.treat, { isDeaf: bad.isDeaf ?? false }))
    places.push({ bad, listener, endpointId: await anEndpoint(merchant, `${bad.scheme ?? 'http'}://127.0.0.1:${listener.port}/`) })
  }
  const down = await anEndpoint(merchant, `http://127.0.0.1:${await freePort()}/`)
  for (const [at, one] of [merchant, neighbour].entries()) await anEndpoint(one, wells[at]?.url ?? '')

  const product = await aProduct(merchant)
  await aProduct(neighbour)
  // Nothing bad has been given up when both that are well have heard: nobody waits for anybody else's time to run out.
  await expect.poll(() => wells.map((well) => well.types()), POLL).toEqual([['product.created'], ['product.created']])
  expect(places.filter(({ bad }) => bad.log.error === NOT_IN_TIME).map(({ listener }) => listener.ended().connections)).toEqual([0, 0, 0])
  for (const name of ['Second', 'Third']) await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { name } })
  await expect.poll(() => wells[0]?.received.map(({ body }) => JSON.parse(body).data.name), POLL).toEqual([product.name, 'Second', 'Third'])

  // The first retry comes five seconds after the failure, under the same id.
  const attemptsAt = async (endpointId: string) =>
    (await merchant.request('GET', `/v1/webhooks/deliveries?endpoint_id=${endpointId}&event_type=product.created`)).json.items
  const isGone = (bad: Bad) => bad.log.http_code === 410
  for (const { bad, endpointId, listener } of places) {
    const tries = isGone(bad) || bad.log.succeeded ? 1 : 2
    await expect.poll(async () => [bad.name, (await attemptsAt(endpointId)).length], POLL).toEqual([bad.name, tries])
    const attempts = await attemptsAt(endpointId)
    expect([bad.name, ...attempts]).toMatchObject([bad.name, ...Array(tries).fill(bad.log)])
    expect(new Set(attempts.map((one: Attempt) => one.webhook_event.id)).size).toBe(1)
    expect(new Set(attempts.map((one: Attempt) => one.request_headers['webhook-id'])).size).toBe(1)
    expect(listener.heard().join('')).not.toContain('/elsewhere')
    expect((attempts[0].answer_body ?? '').length).toBeLessThanOrEqual(2048)
    if (tries === 2) expect(secondsBetween(attempts)).toBeGreaterThanOrEqual(5)
  }
  await expect.poll(async () => (await attemptsAt(down)).map((one: Attempt) => one.error), POLL).toEqual(Array(2).fill(REFUSED))
  // Of a hundred megabytes hardly anything was read, and whoever is gone hears nothing more.
  const [huge, gone] = [places.find(({ bad }) => bad.treat === pour), places.find(({ bad }) => isGone(bad))]
  await expect.poll(() => huge?.listener.ended().connections, POLL).toBe(3)
  expect(huge?.listener.ended().bytes).toBeLessThan(30 * MEGABYTE)
  expect((await merchant.request('GET', `/v1/webhooks/endpoints/${gone?.endpointId}`)).json).toMatchObject({
    is_enabled: false,
    disabled_reason: 'gone',
  })
}, 60_000)

const REFUSED = 'The connection was refused.'

interface Attempt {
  readonly created_at: string
  readonly error: string | null
  readonly webhook_event: { readonly id: string }
  readonly request_headers: Readonly<Record<string, string>>
}

function secondsBetween([later, earlier]: readonly Attempt[]): number {
  return (Date.parse(later?.created_at ?? '') - Date.parse(earlier?.created_at ?? '')) / 1000
}

test('two hundred events that wait for receivers that hang delay nobody else: others hear before the first of them is given up', async () => {
  const server = await started({})
  const [hung, well] = [await aMerchant(server), await aMerchant(server)]
  const dead = await kept(aListener(() => undefined))
  const [beside, receiver] = [await kept(aReceiver()), await kept(aReceiver())]
  for (let at = 0; at < 4; at += 1) await anEndpoint(hung, `http://127.0.0.1:${dead.port}/`)
  await anEndpoint(hung, beside.url)
  await Promise.all(Array.from({ length: 50 }, () => aProduct(hung)))
  await expect.poll(() => beside.types().length, POLL).toBe(50)
  await anEndpoint(well, receiver.url)
  await Promise.all(Array.from({ length: 5 }, () => aProduct(well)))
  await expect.poll(() => receiver.types().length, POLL).toBe(5)
  // Each endpoint that hangs has one connection of ours, and fifteen seconds until we let go of it.
  expect([dead.heard().length, dead.ended().connections]).toEqual([4, 0])
}, 60_000)
