import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as http, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as https } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { monotonicMs } from '../clock.ts'
import { createResolve, type HostAddress, type Resolve } from './host-names.ts'
import { hostOf, isIpAllowed, type OutboundAllowance, outboundUrlFault } from './ip-addresses.ts'
import type { Outbound, OutboundRequest, OutboundResult } from './outbound.ts'

const AGENT = 'Guildhall'
const HEADER_BYTES = 32 * 1024

/** The options of outbound calls: OUTBOUND_ALLOW, and whether public hosts need https. */
export interface OutboundOptions {
  readonly allow: readonly string[]
  readonly isProduction: boolean
  /** Resolves names in place of `createResolve`, and those that OUTBOUND_ALLOW lists in place of the system. */
  readonly resolve?: Resolve
}

/** Parses OUTBOUND_ALLOW: `none`, `loopback`, IP addresses and networks, or host names. */
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

/** Outbound calls that connect to the IP address that was checked, so that a changed DNS record has no effect. */
export function createOutbound(options: OutboundOptions): Outbound {
  const allowance = allowanceOf(options.allow)
  const resolvePublic = createResolve()
  // A host that the operator lists may have a name that only the system knows, by a search domain for example.
  const resolve: Resolve =
    options.resolve ?? ((host) => (allowance.hosts.includes(host) ? lookup(host, { all: true }) : resolvePublic(host)))
  const refusalOf = (url: string): string | undefined =>
    outboundUrlFault(url, { isProduction: options.isProduction, allowance }) ?? undefined
  return {
    refusalOf,
    send: async (request) => {
      const startMs = monotonicMs()
      const failure = (kind: 'blocked' | 'failed', reason: string): OutboundResult => ({
        kind,
        reason,
        durationMs: monotonicMs() - startMs,
      })
      const refusal = refusalOf(request.url)
      if (refusal) return failure('blocked', refusal)
      const deadline = AbortSignal.timeout(request.timeoutMs)
      try {
        const url = new URL(request.url)
        const addresses = await Promise.race([addressesOf(hostOf(url), resolve), rejectionOn(deadline)])
        const isNamed = allowance.hosts.includes(hostOf(url))
        if (!isNamed && !addresses.every(({ address }) => isIpAllowed(address, allowance)))
          return failure('blocked', 'The host name resolves to an IP address that is not public.')
        const answer = await sendRequest(request, { url, addresses, deadline })
        return { kind: 'answered', ...answer, durationMs: monotonicMs() - startMs }
      } catch (error) {
        return failure('failed', deadline.aborted ? `No complete response within ${request.timeoutMs / 1000} seconds.` : reasonOf(error))
      }
    },
  }
}

type Addresses = readonly HostAddress[]

async function addressesOf(host: string, resolve: Resolve): Promise<Addresses> {
  if (ipaddr.isValid(host)) return [{ address: host, family: host.includes(':') ? 6 : 4 }]
  const addresses = await resolve(host)
  if (!addresses.length) throw new Error('The host name cannot be resolved.')
  return addresses
}

function rejectionOn(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

async function sendRequest(
  request: OutboundRequest,
  to: { readonly url: URL; readonly addresses: Addresses; readonly deadline: AbortSignal },
): Promise<Response> {
  const outgoing = open(request, to)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  outgoing.on('error', reject)
  outgoing.on('upgrade', (_response, socket) => {
    socket.destroy()
    reject(new Error('The response asks for another protocol.'))
  })
  outgoing.on('response', (response) => {
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
    read(response, request.answerBytes).then((body) => resolve({ status: response.statusCode ?? 0, headers, body }), reject)
  })
  outgoing.end(request.body)
  try {
    return await promise
  } finally {
    outgoing.destroy()
  }
}

function open(
  request: OutboundRequest,
  { url, addresses, deadline }: { readonly url: URL; readonly addresses: Addresses; readonly deadline: AbortSignal },
): ClientRequest {
  // The name stays in Host and SNI; the connection is made to a checked IP address only.
  const checked: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, [...addresses])
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
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

// Reads no more than is used, so that a server cannot send a gigabyte.
async function read(response: IncomingMessage, bytes: number): Promise<string> {
  const options: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    options.push(part)
    size += part.length
    if (size >= bytes) break
  }
  // A text column cannot store NUL.
  return Buffer.concat(options).subarray(0, bytes).toString('utf8').replaceAll('\0', '\ufffd')
}

function reasonOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_') && !(code in SENTENCES)) return 'The response is not HTTP.'
  return SENTENCES[code] ?? (error instanceof Error && error.message ? error.message : 'The call failed.')
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed.',
  EPIPE: 'The connection was closed.',
  EPROTO: 'The server does not support TLS.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not support TLS.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The server does not support TLS.',
  ENOTFOUND: 'The host name cannot be resolved.',
  EAI_AGAIN: 'The host name cannot be resolved at the moment.',
  ETIMEDOUT: 'The connection timed out.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  HPE_HEADER_OVERFLOW: 'The headers of the response are too large.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not signed by a known authority.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
}
