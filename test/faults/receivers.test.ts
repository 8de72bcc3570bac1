// Misbehaving webhook receivers beside a working one, on a real server that waits three seconds for their answer.
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, aSocketServer, type SocketServer } from '#test/support/a-receiver.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'

const POLL = { timeout: 30_000, interval: 50 }
const SECRET = 'a secret of some length'
const MEGABYTE = 1024 * 1024
/** Long enough for the working receiver to get its events meanwhile, also on a slow machine. */
const TIMEOUT_SECONDS = 3

let postgres: TemporaryPostgres
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
  await guildhall?.stop('SIGKILL')
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

async function closedAfterTest<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening
  listeners.push(opened)
  return opened
}

/** Creates an endpoint of the merchant for product events; returns its id. */
async function anEndpoint(merchant: TestMerchant, url: string): Promise<string> {
  const body = { url, format: 'raw', secret: SECRET, events: ['product.created', 'product.updated'] }
  const answer = await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  expect([answer.status, answer.json]).toEqual([201, expect.anything()])
  return answer.json.id
}

/** Answers when the first bytes of the request arrive. */
const answerWith = (text: string | Buffer) => (socket: Socket) => void socket.once('data', () => socket.end(text))

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

const NOT_IN_TIME = `No complete response within ${TIMEOUT_SECONDS} seconds.`
const TLS_ALERT = Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46])

/** A receiver's treatment of a connection, and the delivery that the API lists for it. */
interface FaultyReceiver {
  readonly name: string
  readonly treat: (socket: Socket) => void
  readonly isDeaf?: boolean
  readonly scheme?: 'https'
  readonly path?: string
  readonly log: { readonly http_code: number | null; readonly succeeded: boolean; readonly error: string | null }
}

const failed = (error: string) => ({ http_code: null, succeeded: false, error })
const answered = (http_code: number) => ({ http_code, succeeded: http_code < 300, error: null })

const FAULTY_RECEIVERS: readonly FaultyReceiver[] = [
  { name: 'never answers', treat: () => undefined, log: failed(NOT_IN_TIME) },
  { name: 'answers one byte a second', treat: drip, log: failed(NOT_IN_TIME) },
  { name: 'answers a hundred megabytes', treat: pour, log: answered(200) },
  { name: 'redirects', treat: answerWith('HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n'), log: answered(302) },
  { name: 'answers 410', treat: answerWith('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n'), log: answered(410) },
  { name: 'closes without an answer', treat: answerWith(''), log: failed('The connection was closed.') },
  { name: 'resets the connection', treat: (socket) => void socket.resetAndDestroy(), log: failed('The connection was closed.') },
  { name: 'answers what is not HTTP', treat: answerWith('220 mail.example.test ESMTP\r\n'), log: failed('The response is not HTTP.') },
  { name: 'speaks TLS on a plain port', treat: answerWith(TLS_ALERT), log: failed('The response is not HTTP.') },
  {
    name: 'does not speak TLS on an https URL',
    treat: answerWith('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
    scheme: 'https',
    log: failed('The server does not support TLS.'),
  },
  { name: 'never reads', treat: (socket) => void socket.pause(), isDeaf: true, log: failed(NOT_IN_TIME) },
]

test('beside misbehaving receivers a working one gets every event promptly and in order, and each failed delivery names its error', async () => {
  const server = await started({ WEBHOOK_TIMEOUT: String(TIMEOUT_SECONDS) })
  const [merchant, neighbour] = [await aMerchant(server), await aMerchant(server)]
  const workingReceivers = [await closedAfterTest(aReceiver()), await closedAfterTest(aReceiver())]
  const endpoints: { readonly faulty: FaultyReceiver; readonly listener: SocketServer; readonly endpointId: string }[] = []
  for (const faulty of FAULTY_RECEIVERS) {
    const listener = await closedAfterTest(aSocketServer(faulty.treat, { ignoresData: faulty.isDeaf ?? false }))
    endpoints.push({ faulty, listener, endpointId: await anEndpoint(merchant, `${faulty.scheme ?? 'http'}://127.0.0.1:${listener.port}/`) })
  }
  const refusingEndpoint = await anEndpoint(merchant, `http://127.0.0.1:${await freePort()}/`)
  for (const [at, owner] of [merchant, neighbour].entries()) await anEndpoint(owner, workingReceivers[at]?.url ?? '')

  const product = await aProduct(merchant)
  await aProduct(neighbour)
  // Both working receivers get their event before any connection to a hanging receiver times out.
  await expect
    .poll(() => workingReceivers.map((workingReceiver) => workingReceiver.types()), POLL)
    .toEqual([['product.created'], ['product.created']])
  expect(endpoints.filter(({ faulty }) => faulty.log.error === NOT_IN_TIME).map(({ listener }) => listener.ended().connections)).toEqual([
    0, 0, 0,
  ])
  for (const name of ['Second', 'Third']) await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { name } })
  await expect
    .poll(() => workingReceivers[0]?.received.map(({ body }) => JSON.parse(body).data.name), POLL)
    .toEqual([product.name, 'Second', 'Third'])

  // The first retry is five seconds after the failure and has the same id.
  const attemptsAt = async (endpointId: string) =>
    (await merchant.request('GET', `/v1/webhooks/deliveries?endpoint_id=${endpointId}&event_type=product.created`)).json.items
  const isGone = (faulty: FaultyReceiver) => faulty.log.http_code === 410
  for (const { faulty, endpointId, listener } of endpoints) {
    const tries = isGone(faulty) || faulty.log.succeeded ? 1 : 2
    await expect.poll(async () => [faulty.name, (await attemptsAt(endpointId)).length], POLL).toEqual([faulty.name, tries])
    const attempts = await attemptsAt(endpointId)
    expect([faulty.name, ...attempts]).toMatchObject([faulty.name, ...Array(tries).fill(faulty.log)])
    expect(new Set(attempts.map((attempt: Attempt) => attempt.webhook_event.id)).size).toBe(1)
    expect(new Set(attempts.map((attempt: Attempt) => attempt.request_headers['webhook-id'])).size).toBe(1)
    expect(listener.received().join('')).not.toContain('/elsewhere')
    expect((attempts[0].answer_body ?? '').length).toBeLessThanOrEqual(2048)
    if (tries === 2) expect(secondsBetween(attempts)).toBeGreaterThanOrEqual(5)
  }
  await expect
    .poll(async () => (await attemptsAt(refusingEndpoint)).map((attempt: Attempt) => attempt.error), POLL)
    .toEqual(Array(2).fill(REFUSED))
  // Little of the hundred megabytes was read, and the endpoint that answered 410 is disabled.
  const [huge, gone] = [endpoints.find(({ faulty }) => faulty.treat === pour), endpoints.find(({ faulty }) => isGone(faulty))]
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

test('two hundred events that wait for hanging receivers do not delay those of other endpoints', async () => {
  const server = await started({})
  const [hangingMerchant, workingReceiver] = [await aMerchant(server), await aMerchant(server)]
  const hangingListener = await closedAfterTest(aSocketServer(() => undefined))
  const [neighbourReceiver, receiver] = [await closedAfterTest(aReceiver()), await closedAfterTest(aReceiver())]
  for (let at = 0; at < 4; at += 1) await anEndpoint(hangingMerchant, `http://127.0.0.1:${hangingListener.port}/`)
  await anEndpoint(hangingMerchant, neighbourReceiver.url)
  await Promise.all(Array.from({ length: 50 }, () => aProduct(hangingMerchant)))
  await expect.poll(() => neighbourReceiver.types().length, POLL).toBe(50)
  await anEndpoint(workingReceiver, receiver.url)
  await Promise.all(Array.from({ length: 5 }, () => aProduct(workingReceiver)))
  await expect.poll(() => receiver.types().length, POLL).toBe(5)
  // Each hanging endpoint has one open connection, which times out after fifteen seconds.
  expect([hangingListener.received().length, hangingListener.ended().connections]).toEqual([4, 0])
}, 60_000)
