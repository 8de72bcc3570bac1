import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { memoize } from '#kernel/memoize.ts'
import { type IpAddress, parseIpAddress } from '../../request/network.ts'
import type { TrustedProxies } from '../../settings/kinds.ts'

/** Clients that are cached, by socket address and header. */
const CLIENTS_MAX = 16_384
/** The longest header that is cached, in characters: a longer one is not a usual chain of proxies, and would fill the memory. */
const CACHED_LENGTH_MAX = 256

/** Parsed networks by setting: parsing costs more than comparing. */
const rangesOf = new WeakMap<TrustedProxies, readonly (readonly [range: IpAddress, bits: number])[]>()

function isTrusted(ipAddress: IpAddress, proxies: TrustedProxies): boolean {
  const ranges = rangesOf.get(proxies) ?? proxies.networks.map((network) => ipaddr.parseCIDR(network))
  rangesOf.set(proxies, ranges)
  return ranges.some(([range, bits]) => range.kind() === ipAddress.kind() && ipAddress.match(range, bits))
}

/** A character that no header contains. */
const SEPARATOR = '\0'
/** The cached function that finds the client of a request, by setting. */
const clientsOf = new WeakMap<TrustedProxies, (text: string) => string>()

/**
 * The client's IP address: that of the socket, or with trusted proxies the right-most entry of `X-Forwarded-For` that is not one
 * of them. An invalid entry ends the search at the proxy that wrote it. `''` when the socket has no address.
 */
export function clientIpAddress(socketAddress: string | undefined, forwardedFor: string | undefined, proxies: TrustedProxies): string {
  const chain = proxies.hops > 0 || proxies.networks.length > 0 ? forwardedFor : undefined
  // The usual case: an IPv4 address, which has one spelling, and no proxy.
  if (chain === undefined && socketAddress !== undefined && isIPv4(socketAddress)) return socketAddress
  const text = chain === undefined ? (socketAddress ?? '') : `${socketAddress ?? ''}${SEPARATOR}${chain}`
  if (text.length > CACHED_LENGTH_MAX) return clientIn(text, proxies)
  let clientOf = clientsOf.get(proxies)
  if (!clientOf) {
    clientOf = memoize(CLIENTS_MAX, (text) => clientIn(text, proxies))
    clientsOf.set(proxies, clientOf)
  }
  return clientOf(text)
}

function clientIn(text: string, proxies: TrustedProxies): string {
  const [socketAddress = '', forwardedFor] = text.split(SEPARATOR, 2)
  const socket = parseIpAddress(socketAddress)
  if (!socket) return ''
  let client = socket
  let hops = proxies.hops
  for (const entry of forwardedFor?.split(',').reverse() ?? []) {
    if (hops <= 0 && !isTrusted(client, proxies)) break
    const next = parseIpAddress(entry)
    if (!next) break
    client = next
    hops -= 1
  }
  return client.toString()
}
