import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { smallServer } from '#test/support/small-server.ts'
import { builtPages } from './built-pages.ts'

const SCRIPT = 'try{var t=localStorage.theme}catch(e){}'
const withNonce = `<!doctype html><meta property="csp-nonce" nonce="NONCE"><script nonce="NONCE">${SCRIPT}</script><script nonce="NONCE" src="/-/assets/app.js"></script>`
const constant = (name: string) =>
  `<!doctype html><title>${name}</title><script>${SCRIPT}</script><script type="module" src="/-/assets/app.js"></script>`
// The beginning of the hash of SCRIPT.
const HASH = "'sha256-"

const dist = await mkdtemp(join(tmpdir(), 'guildhall-pages-'))
await Promise.all(['assets', 'en', 'de'].map((folder) => mkdir(join(dist, folder))))
const program = 'export const answer = 42 // as built'
await Promise.all([
  writeFile(join(dist, 'en/app.html'), withNonce),
  writeFile(join(dist, 'en/dev.html'), withNonce),
  writeFile(join(dist, 'en/auth.html'), constant('auth')),
  writeFile(join(dist, 'de/auth.html'), constant('Anmeldung')),
  writeFile(join(dist, 'en/checkout.html'), constant('checkout')),
  writeFile(join(dist, 'assets/app.js'), program),
  writeFile(join(dist, 'assets/app.js.br'), brotliCompressSync(program)),
  writeFile(join(dist, 'assets/app.js.map'), '{}'),
  writeFile(join(dist, 'embed.js'), program),
  writeFile(join(dist, 'embed.js.br'), brotliCompressSync(program)),
  writeFile(join(dist, 'assets/.env'), 'SECRET=1'),
])

const older = await mkdtemp(join(tmpdir(), 'guildhall-older-'))
await mkdir(join(older, 'assets'))
await Promise.all([
  writeFile(join(older, 'assets/app.js'), 'another program'),
  writeFile(join(older, 'assets/screen-of-before.js'), 'export const screen = 1'),
])

const framedBy = async (secret: string) => (secret === 'framed' ? 'https://shop.test' : undefined)
const server = await smallServer({}, { pages: builtPages(dist, [older, join(older, 'removed')]), framedBy })
const { app } = server
afterAll(async () => {
  await server.stop()
  await Promise.all([rm(dist, { recursive: true }), rm(older, { recursive: true })])
})

const html = { accept: 'text/html' }
const policyOf = async (url: string) => String((await app.inject({ url, headers: html })).headers['content-security-policy'])

describe('a page behind the sign-in', () => {
  test('has a new nonce for each request and is not cached', async () => {
    const [first, second] = [await app.inject({ url: '/dashboard/acme' }), await app.inject({ url: '/dashboard/acme' })]
    const nonce = /nonce="([^"]{24})"/.exec(first.body)?.[1]
    expect(first.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'`)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.body).not.toContain('NONCE')
    expect(second.body).not.toBe(first.body)
  })
})

describe('a public page', () => {
  test('is a constant with an ETag, and its inline script is allowed by its hash', async () => {
    const first = await app.inject({ url: '/sign-in', headers: html })
    expect([first.statusCode, first.body]).toEqual([200, constant('auth')])
    expect(first.headers['content-security-policy']).toContain(`script-src 'self' ${HASH}`)
    const again = await app.inject({ url: '/sign-in', headers: { ...html, 'if-none-match': String(first.headers['etag']) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('is sent in the language of the cookie, otherwise of the browser, otherwise in English', async () => {
    const read = async (headers: Readonly<Record<string, string>>) =>
      (await app.inject({ url: '/sign-in', headers: { ...html, ...headers } })).body
    expect(await read({ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' })).toBe(constant('Anmeldung'))
    expect(await read({ 'accept-language': 'de', cookie: 'language=en' })).toBe(constant('auth'))
    expect(await read({ 'accept-language': 'fr', cookie: 'language=../../secret' })).toBe(constant('auth'))
    const { headers } = await app.inject({ url: '/sign-in', headers: html })
    expect(headers['vary']).toBe('Accept-Encoding, Accept-Language, Cookie')
  })

  test('cannot be framed, except the embedded checkout by its configured origin', async () => {
    expect(await policyOf('/sign-in')).toContain("frame-ancestors 'none'")
    for (const url of ['/checkout/framed', '/buy/framed', '/embed/checkout/co_cs_1', '/embed/checkout/framed/confirmation']) {
      const { headers } = await app.inject({ url, headers: html })
      expect([headers['x-frame-options'], headers['content-security-policy']]).toEqual([
        'DENY',
        expect.stringContaining("frame-ancestors 'none'"),
      ])
    }
    const framed = await app.inject({ url: '/embed/checkout/framed' })
    expect(framed.headers['x-frame-options']).toBeUndefined()
    expect(framed.headers['content-security-policy']).toContain('frame-ancestors https://shop.test')
    expect(framed.headers['etag']).not.toBe((await app.inject({ url: '/embed/checkout/co_cs_1' })).headers['etag'])
  })

  test('allows no inline script or style without a hash', async () => {
    for (const url of ['/', '/sign-in', '/checkout/x', '/nothing']) expect(await policyOf(url)).not.toContain('unsafe')
  })

  test('answers an unknown path with a 404 page for browsers and with JSON for programs', async () => {
    const page = await app.inject({ url: '/nothing/here', headers: html })
    expect([page.statusCode, page.body]).toEqual([404, constant('auth')])
    const program = await app.inject({ url: '/nothing/here' })
    expect([program.statusCode, program.json().error]).toEqual([404, 'ResourceNotFound'])
    expect((await app.inject({ method: 'POST', url: '/sign-in', headers: html })).statusCode).toBe(404)
  })
})

describe('a file of the build', () => {
  test('is immutable and is sent compressed to clients that accept it', async () => {
    const plain = await app.inject('/-/assets/app.js')
    expect([plain.body, plain.headers['cache-control'], plain.headers['content-type']]).toEqual([
      program,
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ])
    const small = await app.inject({ url: '/-/assets/app.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(small.headers['content-encoding']).toBe('br')
    const refused = await app.inject({ url: '/-/assets/app.js', headers: { 'accept-encoding': 'br;q=0, identity' } })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  test('of an older build is served to pages that are still open, unless the present build has a file of that name', async () => {
    const screen = await app.inject('/-/assets/screen-of-before.js')
    expect([screen.statusCode, screen.body]).toEqual([200, 'export const screen = 1'])
    expect((await app.inject('/-/assets/app.js')).body).toBe(program)
  })

  test('which opens the embedded checkout has a lasting path, and pages of every origin may load it', async () => {
    const { headers, body } = await app.inject('/embed.js')
    expect([body, headers['content-type'], headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
      program,
      'text/javascript; charset=utf-8',
      'public, max-age=600',
      '*',
    ])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    const small = await app.inject({ url: '/embed.js', headers: { 'accept-encoding': 'br' } })
    expect(small.headers['content-encoding']).toBe('br')
    const again = await app.inject({ url: '/embed.js', headers: { 'if-none-match': String(headers['etag']) } })
    expect(again.statusCode).toBe(304)
  })

  test.each([
    '/-/assets/app.js.map',
    '/-/assets/.env',
    '/-/assets/../app.html',
    '/-/assets/%2e%2e%2fapp.html',
    '/-/',
    '/.env',
    '/package.json',
  ])('%s is not found', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  })
})

describe('the development pages', () => {
  const local = { ...html, host: 'localhost:3000' }

  test('are served to this machine', async () => {
    expect((await app.inject({ url: '/dev/mail', headers: local })).statusCode).toBe(200)
  })

  test('are not found through a proxy, under a foreign host name or from another machine', async () => {
    const requests = [
      { headers: { ...local, 'x-forwarded-for': '127.0.0.1' } },
      { headers: { ...html, host: 'evil.test' } },
      { headers: local, remoteAddress: '10.0.0.1' },
    ]
    for (const each of requests) expect((await app.inject({ url: '/dev/mail', ...each })).statusCode).toBe(404)
  })
})
