import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { memoize } from '#kernel/memoize.ts'

/** A parsed IP address. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** Parsed addresses that are cached: parsing costs more than everything that follows. */
const PARSED_MAX = 16_384

/** The parsed IP address of a text; undefined if it is none. `::ffff:1.2.3.4` becomes `1.2.3.4`, and a zone is dropped. */
export const parseIpAddress = memoize<IpAddress | undefined>(PARSED_MAX, (text) => {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text)
  const bare = text.trim().replace(/%.*$/, '')
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined
  return ipaddr.process(bare)
})

/** The network that an IP address is counted under: its /24, or its /64 for IPv6. `unknown` for no address, which is counted too. */
export const networkOf: (ipAddress: string) => string = memoize(PARSED_MAX, (ipAddress) => {
  if (isIPv4(ipAddress)) return `${ipAddress.slice(0, ipAddress.lastIndexOf('.'))}.0/24`
  const parsed = parseIpAddress(ipAddress)
  return parsed ? networkText(parsed, parsed.kind() === 'ipv4' ? 24 : 64) : 'unknown'
})

/** A network that contains another one, and how many times the calls of that one it may send. */
export interface WiderNetwork {
  readonly network: string
  readonly factor: number
}

// One connection has a /56 or a /48 of IPv6 for itself. A /16 of IPv4 may be all customers of a carrier in a region.
const WIDER = {
  ipv4: [
    [20, 5],
    [16, 20],
  ],
  ipv6: [
    [56, 2],
    [48, 5],
  ],
} as const

/** The networks that contain the network of an IP address, and belong to few as well: its /20 and /16, or its /56 and /48. */
export const widerNetworksOf: (ipAddress: string) => readonly WiderNetwork[] = memoize(PARSED_MAX, (ipAddress) => {
  const parsed = parseIpAddress(ipAddress)
  return parsed ? WIDER[parsed.kind()].map(([bits, factor]) => ({ network: networkText(parsed, bits), factor })) : []
})

/** The first bits of an IP address, a multiple of four of them, as a network. */
function networkText(address: IpAddress, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => byte & (0xff << Math.min(8, Math.max(0, 8 * (index + 1) - bits))) & 0xff)
  if (address.kind() === 'ipv4') return `${bytes.join('.')}/${bits}`
  const parts = bytes.flatMap((byte, index) => (index % 2 === 0 ? [((byte << 8) | (bytes[index + 1] ?? 0)).toString(16)] : []))
  return `${parts.slice(0, Math.ceil(bits / 16)).join(':')}::/${bits}`
}

/** Whether the IP address is a loopback address. */
export function isLoopback(ipAddress: string): boolean {
  return parseIpAddress(ipAddress)?.range() === 'loopback'
}
