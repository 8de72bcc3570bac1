import type { ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { loopback, platformOf } from '#test/providers/loopback.ts'
import { openProviderHttp } from './adapters/outbound.ts'

const provider = await loopback()
afterAll(() => provider.close())

const platform = platformOf({ SOCIAL_ENDPOINT_PROXY: provider.url, OUTBOUND_ALLOW: 'none' })
const url = 'https://provider.test:8443/me?fields=id'
const PATH = 'provider.test:8443/me'
const answerWith = (answer: (response: ServerResponse) => unknown) => {
  provider.answers[PATH] = (_request: unknown, response: ServerResponse) => void answer(response)
}

test('a request goes to HOST/PATH of the proxy, which is allowed where no other host is', async () => {
  provider.answers[PATH] = { id: 1 }
  expect(await openProviderHttp(platform).requestOk({ url })).toEqual({ id: 1 })
  expect(provider.requests.at(-1)).toMatchObject({ path: PATH, method: 'GET', headers: { accept: 'application/json' } })
  expect(provider.requests.at(-1)?.query.get('fields')).toBe('id')
  const webhook = { method: 'POST', url: provider.url, headers: {}, timeoutMs: 1000, answerBytes: 10 } as const
  expect(await platform.outbound.send(webhook)).toMatchObject({ kind: 'blocked' })
})

const page = '<html>Sorry, access-123456</html>'
test.each([
  ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end('{}'), 'redirect (302)'],
  ['a failure', (response: ServerResponse) => response.writeHead(503).end(page), '503'],
  ['a failure as JSON', (response: ServerResponse) => response.writeHead(500).end('{"message":"try\\nlater"}'), '500: try later'],
  ['a page', (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end(page), 'not JSON'],
  ['a truncated response', (response: ServerResponse) => response.writeHead(200).end('{"id":'), 'not JSON'],
  ['ten megabytes', (response: ServerResponse) => response.writeHead(200).end(`"${'a'.repeat(10 * 1024 * 1024)}"`), '1 MiB'],
  ['a closed connection', (response: ServerResponse) => response.socket?.destroy(), 'connection was closed'],
])('%s is an unusable response, and its secrets do not reach the log', async (_, answer, reason) => {
  answerWith(answer)
  const response = openProviderHttp(platform).request({ url, headers: { authorization: 'Bearer access-123456' } })
  await expect(response).rejects.toMatchObject({ name: 'UnusableResponseError', message: expect.stringContaining(reason) })
  await expect(response).rejects.not.toThrow('access-123456')
})

test('a request to a silent provider ends at the deadline, which all requests of a sign-in share', async () => {
  provider.answers[PATH] = () => new Promise(() => undefined)
  const http = openProviderHttp(platform, 100)
  await expect(http.request({ url })).rejects.toThrow('provider.test:8443 sent no response: No complete response within')
  const sent = provider.requests.length
  await expect(http.request({ url })).rejects.toThrow('the deadline has passed')
  expect(provider.requests).toHaveLength(sent)
})

test('a refusal contains the provider’s message, truncated and without the secrets of the request', async () => {
  const body = { error: { message: `Bad token access-123456 for secret-of-ours ${'x'.repeat(400)}`, code: 190 } }
  answerWith((response) => response.writeHead(401).end(JSON.stringify(body)))
  const form = new URLSearchParams({ client_secret: 'secret-of-ours' })
  const refused = openProviderHttp(platform).requestOk({ url, form, headers: { authorization: 'Bearer access-123456' } })
  await expect(refused).rejects.toThrow(/^provider\.test:8443 answered 401: Bad token \[hidden\] for \[hidden\] x+$/)
  await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('x'.repeat(201)) })
})

test('without a proxy only https requests to public IP addresses are allowed', async () => {
  const direct = openProviderHttp(platformOf({ OUTBOUND_ALLOW: 'none' }))
  await expect(direct.request({ url: 'https://127.0.0.1/me' })).rejects.toThrow('not public')
  await expect(direct.request({ url: 'http://provider.test/me' })).rejects.toThrow('https')
})
