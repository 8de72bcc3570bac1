import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { memoize } from '#kernel/memoize.ts'
import type { TrustedProxies } from '../../settings/kinds.ts'

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** Parsed addresses that are cached: parsing costs more than everything that follows. */
const PARSED_MAX = 16_384

// Normalizes the spelling: `::ffff:1.2.3.4` becomes `1.2.3.4`, and a zone is dropped.
const parse = memoize<IpAddress | undefined>(PARSED_MAX, (text) => {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text)
  const bare = text.trim().replace(/%.*$/, '')
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined
  return ipaddr.process(bare)
})

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
  // The usual case: an IPv4 address, which has one spelling, and no proxy.
  if (forwardedFor === undefined && socketAddress !== undefined && isIPv4(socketAddress)) return socketAddress
  let clientOf = clientsOf.get(proxies)
  if (!clientOf) {
    clientOf = memoize(PARSED_MAX, (text) => clientIn(text, proxies))
    clientsOf.set(proxies, clientOf)
  }
  return clientOf(forwardedFor === undefined ? (socketAddress ?? '') : `${socketAddress ?? ''}${SEPARATOR}${forwardedFor}`)
}

function clientIn(text: string, proxies: TrustedProxies): string {
  const [socketAddress = '', forwardedFor] = text.split(SEPARATOR, 2)
  const socket = parse(socketAddress)
  if (!socket) return ''
  let client = socket
  let hops = proxies.hops
  for (const entry of forwardedFor?.split(',').reverse() ?? []) {
    if (hops <= 0 && !isTrusted(client, proxies)) break
    const next = parse(entry)
    if (!next) break
    client = next
    hops -= 1
  }
  return client.toString()
}

/** The network that an IP address is counted under: its /24, or its /64 for IPv6. `unknown` for no address, which is counted too. */
export const networkOf: (ipAddress: string) => string = memoize(PARSED_MAX, (ipAddress) => {
  if (isIPv4(ipAddress)) return `${ipAddress.slice(0, ipAddress.lastIndexOf('.'))}.0/24`
  const parsed = parse(ipAddress)
  if (!parsed) return 'unknown'
  if (parsed.kind() === 'ipv4') return `${parsed.toString().split('.').slice(0, 3).join('.')}.0/24`
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
})

/** Whether the IP address is a loopback address. */
export function isLoopback(ipAddress: string): boolean {
  return parse(ipAddress)?.range() === 'loopback'
}
