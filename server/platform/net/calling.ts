import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as http, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as https } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { monotonicMs } from '../clock.ts'
import { hostOf, isAddressAllowed, type OutboundAllowance, outboundUrlFault } from './addresses.ts'
import type { Outbound, OutboundRequest, OutboundResult } from './outbound.ts'

const AGENT = 'Guildhall'
const HEADER_BYTES = 32 * 1024

/** Finds every address of a host name; the system's resolver unless a test brings its own. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** What outbound calls are made of: the list of OUTBOUND_ALLOW, and whether plain http is refused for what is public. */
export interface OutboundParts {
  readonly allow: readonly string[]
  readonly isProduction: boolean
  readonly resolve?: Resolve
}

/** Reads OUTBOUND_ALLOW: `none`, `loopback`, addresses and networks, or host names. */
export function allowanceOf(allow: readonly string[]): OutboundAllowance {
  const entries = allow.map((entry) => entry.toLowerCase()).filter((entry) => entry !== 'none')
  const isNetwork = (entry: string): boolean => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)
  const named = entries.filter((entry) => entry !== 'loopback')
  return {
    isLoopbackAllowed: entries.includes('loopback'),
    networks: named.filter(isNetwork).map((entry) => (entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`)),
    hosts: named.filter((entry) => !isNetwork(entry)),
  }
}

/** Calls to the outside, each checked where it connects: a name that changes its address in between gains nothing. */
export function createOutbound(parts: OutboundParts): Outbound {
  const allowance = allowanceOf(parts.allow)
  const resolve: Resolve = parts.resolve ?? ((host) => lookup(host, { all: true }))
  const refusalOf = (url: string): string | undefined => outboundUrlFault(url, { isProduction: parts.isProduction, allowance }) ?? undefined
  return {
    refusalOf,
    send: async (request) => {
      const startMs = monotonicMs()
      const ended = (kind: 'blocked' | 'failed', reason: string): OutboundResult => ({ kind, reason, durationMs: monotonicMs() - startMs })
      const refusal = refusalOf(request.url)
      if (refusal) return ended('blocked', refusal)
      const deadline = AbortSignal.timeout(request.timeoutMs)
      try {
        const url = new URL(request.url)
        const addresses = await Promise.race([resolved(hostOf(url), resolve), rejection(deadline)])
        const isNamed = allowance.hosts.includes(hostOf(url))
        if (!isNamed && !addresses.every(({ address }) => isAddressAllowed(address, allowance)))
          return ended('blocked', 'The name resolves to an address that is not public.')
        const answer = await exchange(request, { url, addresses, deadline })
        return { kind: 'answered', ...answer, durationMs: monotonicMs() - startMs }
      } catch (error) {
        return ended('failed', deadline.aborted ? `No whole answer within ${request.timeoutMs / 1000} seconds.` : reasonOf(error))
      }
    },
  }
}

type Addresses = Awaited<ReturnType<Resolve>>

async function resolved(host: string, resolve: Resolve): Promise<Addresses> {
  if (ipaddr.isValid(host)) return [{ address: host, family: host.includes(':') ? 6 : 4 }]
  const addresses = await resolve(host)
  if (!addresses.length) throw new Error('The name has no address.')
  return addresses
}

function rejection(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

async function exchange(
  request: OutboundRequest,
  to: { readonly url: URL; readonly addresses: Addresses; readonly deadline: AbortSignal },
): Promise<Answer> {
  const sent = open(request, to)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  sent.on('error', reject)
  sent.on('upgrade', (_response, socket) => {
    socket.destroy()
    reject(new Error('The answer asks for another protocol.'))
  })
  sent.on('response', (response) => {
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
    read(response, request.answerBytes).then((body) => resolve({ status: response.statusCode ?? 0, headers, body }), reject)
  })
  sent.end(request.body)
  try {
    return await promise
  } finally {
    sent.destroy()
  }
}

function open(
  request: OutboundRequest,
  { url, addresses, deadline }: { readonly url: URL; readonly addresses: Addresses; readonly deadline: AbortSignal },
): ClientRequest {
  // The name stays in Host and SNI; the connection can only be made to an address that was checked.
  const checked: LookupFunction = (_host, options, tell) => {
    if (options.all) tell(null, [...addresses])
    else tell(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }
  const options: RequestOptions = {
    method: request.method,
    agent: false,
    lookup: checked,
    signal: deadline,
    maxHeaderSize: HEADER_BYTES,
    headers: {
      'user-agent': AGENT,
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
      ...(request.body === undefined ? {} : { 'content-length': Buffer.byteLength(request.body) }),
      ...request.headers,
    },
  }
  return url.protocol === 'https:' ? https(url, options) : http(url, options)
}

// Reads no more than is kept: whoever sends a gigabyte sends it to nobody.
async function read(response: IncomingMessage, bytes: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= bytes) break
  }
  // A text column holds no NUL.
  return Buffer.concat(parts).subarray(0, bytes).toString('utf8').replaceAll('\0', '\ufffd')
}

function reasonOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_') && !(code in SENTENCES)) return 'The answer is not HTTP.'
  return SENTENCES[code] ?? (error instanceof Error && error.message ? error.message : 'The call failed.')
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was cut.',
  EPIPE: 'The connection was cut.',
  EPROTO: 'The receiver does not speak TLS.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The receiver does not speak TLS.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The receiver does not speak TLS.',
  ENOTFOUND: 'The name has no address.',
  EAI_AGAIN: 'The name could not be resolved at the moment.',
  ETIMEDOUT: 'No connection in time.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not signed by a known authority.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
}
