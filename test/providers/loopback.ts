// A provider on the loopback interface with the answers of a test, and a platform to call it without a database.
import { createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSettings } from '#platform/config.ts'
import { createOutbound } from '#platform/net/outbound-calls.ts'
import type { Platform } from '#platform/platform.ts'

/** A request that the provider received. */
export interface ProviderRequest {
  readonly method: string
  /** `HOST/PATH` of the provider. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly form: URLSearchParams
}

/** An answer: a JSON value, or a function that writes the answer itself. */
export type ProviderAnswer = unknown | ((requests: ProviderRequest, response: ServerResponse) => unknown)

/** A provider with an answer for each `HOST/PATH`; any other path is 404. */
export interface Loopback {
  readonly url: string
  readonly requests: ProviderRequest[]
  readonly answers: Record<string, ProviderAnswer>
  close(): Promise<void>
}

export async function loopback(answers: Record<string, ProviderAnswer> = {}): Promise<Loopback> {
  const requests: ProviderRequest[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://loopback')
    let body = ''
    for await (const part of request) body += part
    const { method = '', headers } = request
    const received: ProviderRequest = {
      method,
      headers,
      path: url.pathname.slice(1),
      query: url.searchParams,
      form: new URLSearchParams(body),
    }
    requests.push(received)
    const answer = answers[received.path]
    const json = typeof answer === 'function' ? await answer(received, response) : answer
    if (response.writableEnded || response.headersSent) return
    response.writeHead(json === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(json ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One line of the log. */
export interface LogLine {
  readonly event: string
  readonly fields: Record<string, unknown>
}

/** Creates a platform with these settings; `lines` collects its log. */
export function platformOf(environment: Record<string, string>, lines: LogLine[] = []): Platform {
  const settings = readSettings({ NODE_ENV: 'test', ...environment })
  const write = (event: string, fields: Record<string, unknown> = {}) => void lines.push({ event, fields })
  return {
    settings,
    log: { debug: write, info: write, warn: write, error: write },
    outbound: createOutbound({ allow: settings.OUTBOUND_ALLOW, isProduction: settings.isProduction }),
  } as unknown as Platform
}

/** A key that signs tokens, and its published JWK. */
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

/** A token of a provider; built by hand, since libraries refuse to create invalid ones. */
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
