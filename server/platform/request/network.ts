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
  if (!parsed) return 'unknown'
  if (parsed.kind() === 'ipv4') return `${parsed.toString().split('.').slice(0, 3).join('.')}.0/24`
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
})

/** Whether the IP address is a loopback address. */
export function isLoopback(ipAddress: string): boolean {
  return parseIpAddress(ipAddress)?.range() === 'loopback'
}
