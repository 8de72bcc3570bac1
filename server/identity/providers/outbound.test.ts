import type { ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { loopback, platformOf } from '#test/providers/loopback.ts'
import { openExchange } from './adapters/outbound.ts'

const provider = await loopback()
afterAll(() => provider.close())

const platform = platformOf({ SOCIAL_ENDPOINT_PROXY: provider.url, OUTBOUND_ALLOW: 'none' })
const url = 'https://provider.test:8443/me?fields=id'
const PLACE = 'provider.test:8443/me'
const says = (answer: (response: ServerResponse) => unknown) => {
  provider.places[PLACE] = (_asked: unknown, response: ServerResponse) => void answer(response)
}

test('the proxy is asked for HOST/PATH, and may be reached where nothing else may', async () => {
  provider.places[PLACE] = { id: 1 }
  expect(await openExchange(platform).askWell({ url })).toEqual({ id: 1 })
  expect(provider.asked.at(-1)).toMatchObject({ place: PLACE, method: 'GET', headers: { accept: 'application/json' } })
  expect(provider.asked.at(-1)?.query.get('fields')).toBe('id')
  const webhook = { method: 'POST', url: provider.url, headers: {}, timeoutMs: 1000, answerBytes: 10 } as const
  expect(await platform.outbound.send(webhook)).toMatchObject({ kind: 'blocked' })
})

const page = '<html>Sorry, access-123456</html>'
test.each([
  ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end('{}'), 'redirect (302)'],
  ['a failure', (response: ServerResponse) => response.writeHead(503).end(page), '503'],
  ['a failure as JSON', (response: ServerResponse) => response.writeHead(500).end('{"message":"try\\nlater"}'), '500: try later'],
  ['a page', (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end(page), 'not JSON'],
  ['a cut answer', (response: ServerResponse) => response.writeHead(200).end('{"id":'), 'not JSON'],
  ['ten megabytes', (response: ServerResponse) => response.writeHead(200).end(`"${'a'.repeat(10 * 1024 * 1024)}"`), '1 MiB'],
  ['nothing', (response: ServerResponse) => response.socket?.destroy(), 'cut'],
])('%s is no answer, and its words do not reach the log', async (_, answer, told) => {
  says(answer)
  const asked = openExchange(platform).ask({ url, headers: { authorization: 'Bearer access-123456' } })
  await expect(asked).rejects.toMatchObject({ name: 'NoAnswer', message: expect.stringContaining(told) })
  await expect(asked).rejects.not.toThrow('access-123456')
})

test('a provider that says nothing ends with the time of the exchange, which all its calls share', async () => {
  provider.places[PLACE] = () => new Promise(() => undefined)
  const exchange = openExchange(platform, 100)
  await expect(exchange.ask({ url })).rejects.toThrow('provider.test:8443 gave no answer: No whole answer within')
  const asked = provider.asked.length
  await expect(exchange.ask({ url })).rejects.toThrow('the time for the exchange was over')
  expect(provider.asked).toHaveLength(asked)
})

test('a refusal is told in the provider’s words, shortened, without what was sent in secret', async () => {
  const words = { error: { message: `Bad token access-123456 for secret-of-ours ${'x'.repeat(400)}`, code: 190 } }
  says((response) => response.writeHead(401).end(JSON.stringify(words)))
  const form = new URLSearchParams({ client_secret: 'secret-of-ours' })
  const asked = openExchange(platform).askWell({ url, form, headers: { authorization: 'Bearer access-123456' } })
  await expect(asked).rejects.toThrow(/^provider\.test:8443 answered 401: Bad token \[hidden\] for \[hidden\] x+$/)
  await expect(asked).rejects.toMatchObject({ message: expect.not.stringContaining('x'.repeat(201)) })
})

test('without a proxy providers are called by https, at public addresses only', async () => {
  const direct = openExchange(platformOf({ OUTBOUND_ALLOW: 'none' }))
  await expect(direct.ask({ url: 'https://127.0.0.1/me' })).rejects.toThrow('not public')
  await expect(direct.ask({ url: 'http://provider.test/me' })).rejects.toThrow('https')
})
