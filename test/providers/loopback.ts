// A provider on the loopback that says what a test wants, and the machinery to ask it, without a database.
import { createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSettings } from '#platform/config.ts'
import { createOutbound } from '#platform/net/calling.ts'
import type { Platform } from '#platform/platform.ts'

/** What the provider was asked. */
export interface Asked {
  readonly method: string
  /** Host and path as the provider has them. */
  readonly place: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly form: URLSearchParams
}

/** What it says: JSON by default; a function writes the answer itself. */
export type Said = unknown | ((asked: Asked, response: ServerResponse) => unknown)

/** A provider by its places (`HOST/PATH`); anything else is 404. */
export interface Loopback {
  readonly url: string
  readonly asked: Asked[]
  readonly places: Record<string, Said>
  close(): Promise<void>
}

export async function loopback(places: Record<string, Said> = {}): Promise<Loopback> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://loopback')
    let body = ''
    for await (const part of request) body += part
    const { method = '', headers } = request
    const told: Asked = { method, headers, place: url.pathname.slice(1), query: url.searchParams, form: new URLSearchParams(body) }
    asked.push(told)
    const said = places[told.place]
    const json = typeof said === 'function' ? await said(told, response) : said
    if (response.writableEnded || response.headersSent) return
    response.writeHead(json === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(json ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    places,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One line of the log. */
export interface Line {
  readonly event: string
  readonly fields: Record<string, unknown>
}

/** A platform whose providers are behind `proxy`; `lines` takes the log. */
export function platformOf(environment: Record<string, string>, lines: Line[] = []): Platform {
  const settings = readSettings({ NODE_ENV: 'test', ...environment })
  const write = (event: string, fields: Record<string, unknown> = {}) => void lines.push({ event, fields })
  return {
    settings,
    log: { debug: write, info: write, warn: write, error: write },
    outbound: createOutbound({ allow: settings.OUTBOUND_ALLOW, isProduction: settings.isProduction }),
  } as unknown as Platform
}

/** A key that signs tokens, and how it is published. */
export interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly private: KeyObject
  readonly public: KeyObject
  readonly jwk: Record<string, unknown>
}

export function rsaKey(kid: string, bits = 2048): SigningKey {
  return signingKey(kid, 'RS256', generateKeyPairSync('rsa', { modulusLength: bits }))
}

export function ecKey(kid: string): SigningKey {
  return signingKey(kid, 'ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' }))
}

function signingKey(kid: string, alg: string, pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }): SigningKey {
  const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }
  return { kid, alg, private: pair.privateKey, public: pair.publicKey, jwk }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as a provider makes it; written by hand, as libraries refuse to make the bad ones. */
export function tokenOf(key: SigningKey, claims: Record<string, unknown>, header: Record<string, unknown> = {}): string {
  const head = { alg: key.alg, kid: key.kid, typ: 'JWT', ...header }
  const text = `${part(head)}.${part(claims)}`
  return `${text}.${signatureOf(text, String(head.alg), key)}`
}

function signatureOf(text: string, alg: string, key: SigningKey): string {
  if (alg === 'none') return ''
  if (alg === 'HS256') {
    const pem = key.public.export({ type: 'spki', format: 'pem' })
    return createHmac('sha256', pem).update(text).digest('base64url')
  }
  if (alg === 'ES256') return sign('sha256', Buffer.from(text), { key: key.private, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return createSign('RSA-SHA256').update(text).sign(key.private).toString('base64url')
}
