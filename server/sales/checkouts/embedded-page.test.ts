// The pages that may frame the embedded page of a checkout.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageSource } from '#platform/http/pages/source.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const pages: PageSource = {
  languages: () => ['en'],
  page: async () => ({ html: '<!doctype html>', hasNonce: false, scriptHashes: [], compressed: {} }),
  asset: () => undefined,
  embedScript: async () => undefined,
  attach: async () => undefined,
  close: async () => undefined,
}

let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await testServer({ pages })
  merchant = await aMerchant(server)
})
afterAll(() => server.close())

/** The two headers by which a browser decides whether it shows a page in a frame. */
async function framing(path: string): Promise<readonly [ancestors: string | undefined, options: unknown]> {
  const { status, headers } = await server.request('GET', path, { headers: { accept: 'text/html' } })
  expect(status).toBe(200)
  return [/frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1], headers['x-frame-options']]
}

test('only the embedded page of a checkout with an embed origin can be framed, and only by this origin', async () => {
  const { secret } = await aCheckout(server, merchant, { embed_origin: 'https://shop.example:8443' })
  expect(await framing(`/embed/checkout/${secret}`)).toEqual(['https://shop.example:8443', undefined])
  expect(await framing(`/embed/checkout/${secret}/`)).toEqual(['https://shop.example:8443', undefined])
  for (const path of [`/checkout/${secret}`, `/checkout/${secret}/confirmation`, '/sign-in', '/dashboard'])
    expect(await framing(path)).toEqual(["'none'", 'DENY'])
})

test('a checkout without an embed origin, an unknown secret and one of another kind refuse frames', async () => {
  const { secret } = await aCheckout(server, merchant)
  const unknown = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
  for (const each of [secret, unknown, 'x', '%00', '%E0%A4%A', "a';script-src *"])
    expect(await framing(`/embed/checkout/${encodeURIComponent(each)}`)).toEqual(["'none'", 'DENY'])
})

test('the origin of a later update counts', async () => {
  const { id, secret } = await aCheckout(server, merchant, { embed_origin: 'https://shop.example' })
  const update = (embed_origin: string | null) => merchant.request('PATCH', `/v1/checkouts/${id}`, { body: { embed_origin } })
  await update('https://other.example')
  expect(await framing(`/embed/checkout/${secret}`)).toEqual(['https://other.example', undefined])
  await update(null)
  expect(await framing(`/embed/checkout/${secret}`)).toEqual(["'none'", 'DENY'])
})

test('an embedded page costs one round trip, and every other page of the checkout none', async () => {
  const { secret } = await aCheckout(server, merchant, { embed_origin: 'https://shop.example' })
  const cost = async (path: string) => (await server.request('GET', path, { headers: { accept: 'text/html' } })).roundTrips
  expect([await cost(`/embed/checkout/${secret}`), await cost('/embed/checkout/unknown'), await cost(`/checkout/${secret}`)]).toEqual([
    1, 0, 0,
  ])
})

test('a page of any origin may open a link without cookies, so that it can frame the checkout', async () => {
  const headers = { origin: 'https://shop.example' }
  const path = '/v1/checkout-links/open/co_cl_unknown'
  const preflight = await server.request('OPTIONS', path, { headers: { ...headers, 'access-control-request-method': 'POST' } })
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  const opened = await server.request('POST', path, { headers, body: {} })
  expect([opened.status, opened.headers['access-control-allow-origin'], opened.headers['access-control-allow-credentials']]).toEqual([
    404,
    '*',
    undefined,
  ])
  const withCookie = await server.request('POST', path, { headers: { ...headers, cookie: 'a=b' }, body: {} })
  expect(withCookie.headers['access-control-allow-origin']).toBeUndefined()
})
