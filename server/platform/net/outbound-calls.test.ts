import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutboundRequest } from './outbound.ts'
import { allowanceOf, createOutbound, type OutboundOptions } from './outbound-calls.ts'

const seen: { method: string; url: string; host: string; body: string; headers: IncomingMessage['headers'] }[] = []
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/ok': (_, response) => response.writeHead(201, { 'x-answer': 'yes' }).end('thanks\0!'),
  '/redirect': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/slow': () => undefined,
  '/drip': (_, response) => {
    response.writeHead(200)
    const dripping = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(dripping))
  },
  '/huge': (_, response) => {
    response.writeHead(200)
    const pour = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', pour)
    pour()
  },
  '/headers': (_, response) => response.writeHead(200, { 'x-big': 'x'.repeat(60_000) }).end(),
  '/cut': (request) => request.socket.destroy(),
}
const server = createServer((request, response) => {
  const { method = '', url = '', headers } = request
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    seen.push({ method, url, host: headers.host ?? '', body: Buffer.concat(parts).toString(), headers })
    answers[url]?.(request, response)
  })
})
let port: number
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const outbound = (options: Partial<OutboundOptions> = {}) => createOutbound({ allow: ['loopback'], isProduction: false, ...options })
const requestTo = (path: string, changed: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'POST',
  url: `http://127.0.0.1:${port}${path}`,
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  timeoutMs: 2000,
  answerBytes: 1000,
  ...changed,
})
const resolving =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

test('a call gets its response as text without NUL characters', async () => {
  const result = await outbound().send(requestTo('/ok'))
  expect(result).toMatchObject({ kind: 'answered', status: 201, headers: { 'x-answer': 'yes' }, body: 'thanks\ufffd!' })
  expect(seen.at(-1)).toMatchObject({ method: 'POST', body: '{"a":1}', headers: { 'user-agent': 'Guildhall', 'content-length': '7' } })
})

test('a host is called at the checked IP address with its own Host header', async () => {
  const named = outbound({ allow: ['127.0.0.0/8'], resolve: resolving('127.0.0.1') })
  const result = await named.send(requestTo('/ok', { url: `http://shop.test:${port}/ok` }))
  expect(result.kind).toBe('answered')
  expect(seen.at(-1)?.host).toBe(`shop.test:${port}`)
})

test('a redirect is returned and not followed', async () => {
  const before = seen.length
  expect(await outbound().send(requestTo('/redirect'))).toMatchObject({ kind: 'answered', status: 302 })
  expect(seen.length).toBe(before + 1)
})

test.for([
  ['one of several', ['93.184.216.34', '10.0.0.1']],
  ['the only one', ['169.254.169.254']],
  ['an IPv4 address within IPv6', ['::ffff:10.0.0.1']],
  ['this machine', ['::1']],
] as [string, string[]][])('a host that resolves to a private IP address (%s) is blocked', async ([, addresses]) => {
  const before = seen.length
  const result = await outbound({ allow: ['none'], resolve: resolving(...addresses) }).send(
    requestTo('/ok', { url: `http://shop.test:${port}/ok` }),
  )
  expect(result).toMatchObject({ kind: 'blocked' })
  expect(seen.length).toBe(before)
})

test('a host is resolved once, so that DNS rebinding has no effect', async () => {
  let times = 0
  const rebinding = async () => {
    times += 1
    return [{ address: times === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]
  }
  const result = await outbound({ allow: ['192.0.2.0/24'], resolve: rebinding }).send(
    requestTo('/ok', { url: `http://shop.test:${port}/ok`, timeoutMs: 300 }),
  )
  expect(result.kind).toBe('failed')
  expect(times).toBe(1)
})

test.for([
  'http://localhost/',
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://[::1]/',
  'ftp://example.com/',
  'http://a:b@example.com/',
  'x',
])('%s may not be called if only public IP addresses are allowed', async (url) => {
  const nothing = outbound({ allow: ['none'] })
  expect(nothing.refusalOf(url)).toBeTypeOf('string')
  expect((await nothing.send(requestTo('', { url }))).kind).toBe('blocked')
})

test('a host that is allowed by name may resolve to any IP address', async () => {
  const allowed = outbound({ allow: ['Shop.Test'], resolve: resolving('127.0.0.1') })
  expect((await allowed.send(requestTo('/ok', { url: `http://shop.test:${port}/ok` }))).kind).toBe('answered')
})

test('OUTBOUND_ALLOW is split into hosts, networks and loopback', () => {
  expect(allowanceOf(['none'])).toEqual({ hosts: [], networks: [], isLoopbackAllowed: false })
  expect(allowanceOf(['loopback', '10.1.2.3', 'fd00::/8', '::1', 'Hooks.Internal'])).toEqual({
    isLoopbackAllowed: true,
    networks: ['10.1.2.3/32', 'fd00::/8', '::1/128'],
    hosts: ['hooks.internal'],
  })
})

test.for(['/slow', '/drip'])('%s: a response that is not complete in time fails the call', async (path) => {
  const result = await outbound().send(requestTo(path, { timeoutMs: 150 }))
  expect(result).toMatchObject({ kind: 'failed', reason: 'No complete response within 0.15 seconds.' })
})

test('an endless response is read up to its limit', async () => {
  const result = await outbound().send(requestTo('/huge'))
  expect(result.kind === 'answered' && result.body.length).toBe(1000)
})

test.for([
  ['/headers', 'The headers of the response are too large.'],
  ['/cut', 'The connection was closed.'],
])('%s: %s', async ([path = '', reason]) => {
  expect(await outbound().send(requestTo(path))).toMatchObject({ kind: 'failed', reason })
})

test('an unknown host and a closed port fail with a reason', async () => {
  const unknown = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
  expect(await outbound({ resolve: unknown }).send(requestTo('/ok', { url: 'http://shop.test/' }))).toMatchObject({
    reason: 'The host name cannot be resolved.',
  })
  expect(await outbound().send(requestTo('/ok', { url: 'http://127.0.0.1:1/' }))).toMatchObject({ reason: 'The connection was refused.' })
})

test('a resolver that does not answer fails the call at its timeout', async () => {
  const { promise: never } = Promise.withResolvers<never>()
  const result = await outbound({ resolve: () => never }).send(requestTo('/ok', { url: 'http://shop.test/', timeoutMs: 50 }))
  expect(result.kind).toBe('failed')
})

test('a header value with a line break fails the call', async () => {
  const result = await outbound().send(requestTo('/ok', { headers: { 'x-a': 'b\r\nx-c: d' } }))
  expect(result.kind).toBe('failed')
})
