import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { memoize } from '#kernel/memoize.ts'
import type { TrustedProxies } from '../../settings/kinds.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Addresses that are kept in mind: reading one costs more than all that is then done with it. */
const READ_MAX = 16_384

// The address as one value whatever its spelling: `::ffff:1.2.3.4` is `1.2.3.4`, a zone is dropped.
const read = memoize<Address | undefined>(READ_MAX, (text) => {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text)
  const bare = text.trim().replace(/%.*$/, '')
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined
  return ipaddr.process(bare)
})

/** Networks as they are compared, by the setting that names them: reading them costs more than comparing. */
const rangesOf = new WeakMap<TrustedProxies, readonly (readonly [range: Address, bits: number])[]>()

function isTrusted(address: Address, proxies: TrustedProxies): boolean {
  const ranges = rangesOf.get(proxies) ?? proxies.networks.map((network) => ipaddr.parseCIDR(network))
  rangesOf.set(proxies, ranges)
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
}

/** Stands in no header. */
const BETWEEN = '\0'
/** Clients by what a request says of them, for each setting. */
const clientsOf = new WeakMap<TrustedProxies, (text: string) => string>()

/**
 * The client's address: the socket's, or with trusted proxies the right-most entry of `X-Forwarded-For` that is not one of
 * them. An entry that is no address ends the search at the proxy that wrote it. `''` when the socket has none.
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | undefined, proxies: TrustedProxies): string {
  // The usual case: an address that has one spelling, and nobody else to ask.
  if (forwardedFor === undefined && socketAddress !== undefined && isIPv4(socketAddress)) return socketAddress
  let known = clientsOf.get(proxies)
  if (!known) {
    known = memoize(READ_MAX, (text) => clientIn(text, proxies))
    clientsOf.set(proxies, known)
  }
  return known(forwardedFor === undefined ? (socketAddress ?? '') : `${socketAddress ?? ''}${BETWEEN}${forwardedFor}`)
}

function clientIn(text: string, proxies: TrustedProxies): string {
  const [socketAddress = '', forwardedFor] = text.split(BETWEEN, 2)
  const socket = read(socketAddress)
  if (!socket) return ''
  let client = socket
  let hops = proxies.hops
  for (const entry of forwardedFor?.split(',').reverse() ?? []) {
    if (hops <= 0 && !isTrusted(client, proxies)) break
    const next = read(entry)
    if (!next) break
    client = next
    hops -= 1
  }
  return client.toString()
}

/** The network an address is counted under: its /24, or /64 for IPv6; `unknown` for no address, which is counted like any. */
export const networkOf: (address: string) => string = memoize(READ_MAX, (address) => {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const parsed = read(address)
  if (!parsed) return 'unknown'
  if (parsed.kind() === 'ipv4') return `${parsed.toString().split('.').slice(0, 3).join('.')}.0/24`
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
})

/** Whether the address is this machine's own. */
export function isLoopback(address: string): boolean {
  return read(address)?.range() === 'loopback'
}
