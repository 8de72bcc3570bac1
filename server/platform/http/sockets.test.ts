// Tests that need real connections: the graceful stop, event streams, malformed HTTP.
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { OURS, type SmallServer, smallServer } from '#test/support/small-server.ts'

const started: SmallServer[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})

async function listening(): Promise<{ server: SmallServer; port: number }> {
  const server = await smallServer()
  started.push(server)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port.')
  return { server, port: address.port }
}

const CLIENTS = 32

test(`a stop with ${CLIENTS} keep-alive clients drops no request`, async () => {
  const { server, port } = await listening()
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const headers = { authorization: 'Bearer oat:products:read' }
  const send = () =>
    new Promise<{ status: number; isLast: boolean }>((resolve, reject) => {
      get({ port, agent, path: `/v1/things/${OURS}`, headers }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, isLast: answer.headers.connection === 'close' }))
      }).on('error', reject)
    })
  let answered = 0
  let connected = 0
  const { promise: warm, resolve: isWarm } = Promise.withResolvers<void>()
  // Each client sends requests without pause until an answer closes the connection.
  const client = async (): Promise<number[]> => {
    const statuses: number[] = []
    for (;;) {
      const { status, isLast } = await send()
      statuses.push(status)
      answered += 1
      if (statuses.length === 3) connected += 1
      if (connected === CLIENTS) isWarm()
      if (isLast) return statuses
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  await warm

  const stopped = server.stop()
  const statuses = (await Promise.all(clients)).flat()
  await stopped

  started.length = 0
  agent.destroy()
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(statuses.length).toBe(answered)
})

test('a stop answers connections that were not accepted yet', async () => {
  const { server, port } = await listening()
  const sockets = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'))
  const answers = sockets.map(async (socket) => {
    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) text += chunk
    return text.slice(0, 12)
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await server.stop()
  started.length = 0
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']))
})

async function linesOf(answer: IncomingMessage, until: string): Promise<string> {
  let text = ''
  for await (const chunk of answer) {
    text += String(chunk)
    if (text.includes(until)) return text
  }
  return text
}

test('an event stream sends events and ends with the server', async () => {
  const { server, port } = await listening()
  const sent = get({ port, path: '/v1/things/client/co_cs_1/stream' })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  expect(answer.headers['x-request-id']).toBeDefined()
  const reading = linesOf(answer, 'thing.moved')
  server.platform.live.publish('thing:co_cs_1', { event: 'thing.moved', data: { to: 2 } })
  expect(await reading).toBe('retry: 2000\n\nevent: thing.seen\ndata: {"at":1}\n\nevent: thing.moved\ndata: {"to":2}\n\n')
  const other = get({ port, path: '/v1/things/client/co_cs_1/stream' })
  const [second] = (await once(other, 'response')) as [IncomingMessage]
  const rest = linesOf(second, 'never')
  started.length = 0
  await server.stop()
  expect(await rest).toContain('thing.seen')
})

test('a channel has 20 open streams at most, and a closed one makes room for the next', async () => {
  const { port } = await listening()
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const open = async () => {
    const sent = get({ port, agent, path: '/v1/things/client/co_cs_1/stream' })
    sent.on('error', () => undefined)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { sent, answer }
  }
  const opened = await Promise.all(Array.from({ length: 20 }, open))
  expect(new Set(opened.map(({ answer }) => answer.statusCode))).toEqual(new Set([200]))
  const refused = await open()
  expect([refused.answer.statusCode, refused.answer.headers['retry-after']]).toEqual([429, '15'])
  opened[0]?.sent.destroy()
  await expect.poll(async () => (await open()).answer.statusCode).toBe(200)
  agent.destroy()
})

async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  await once(socket, 'close')
  return answer
}

test.each([
  ['no HTTP', 'HELLO\r\n\r\n', '400 Bad Request'],
  ['a head beyond 16 KiB', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n', '400 Bad Request'],
  ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', '400 Bad Request'],
  [
    'two lengths',
    'POST /v1/things/ HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n',
    '400 Bad Request',
  ],
])('%s is answered 400 or 431 and the connection is closed', async (_, text, line) => {
  const { port } = await listening()
  const answer = await raw(port, text)
  expect(answer.split('\r\n')[0]).toBe(`HTTP/1.1 ${line}`)
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('a client that disconnects in the middle of its body does not affect others', async () => {
  const { server, port } = await listening()
  const sent = request({
    port,
    method: 'POST',
    path: '/api/auth/things',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  })
  sent.on('error', () => undefined)
  sent.write('{"name":')
  await once(server.app.server, 'request')
  sent.destroy()
  const [answer] = (await once(get({ port, path: '/healthz' }), 'response')) as [IncomingMessage]
  expect(answer.resume().statusCode).toBe(200)
  expect(server.logLines.filter((line) => line.startsWith('A request failed'))).toEqual([])
})

test('the server limits the time for headers, requests and idle connections', async () => {
  const { server } = await listening()
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server.app.server
  expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([10_000, 600_000, 65_000])
})
