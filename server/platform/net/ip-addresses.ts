// The IP addresses that the server may call on behalf of users. Pure: resolving names happens elsewhere.
import ipaddr from 'ipaddr.js'

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** The targets that may be called besides public IP addresses: host names (lower case), networks in CIDR notation, loopback. */
export interface OutboundAllowance {
  readonly hosts: readonly string[]
  readonly networks: readonly string[]
  readonly isLoopbackAllowed: boolean
}

/** Public IP addresses only. */
export const publicOnly: OutboundAllowance = { hosts: [], networks: [], isLoopbackAllowed: false }

// Ranges that ipaddr.js calls unicast but that are not part of the public internet: protocol assignments, IPv6 documentation, local
// translation prefixes, and unassigned ranges.
const OTHER_V4 = ['192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24']
const OTHER_V6 = [
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
]
const PUBLIC_V6 = '2000::/3'

/** Whether a URL is https and of another host than the machine itself: its name, or a public IP address. */
export function isSecurePublicUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && !isLoopbackName(host) && (parseIp(host) === null || isPublicIp(host))
}

/** Whether the text is a public IP address: global unicast, and no format that embeds another address. */
export function isPublicIp(text: string): boolean {
  const ip = parseIp(text)
  if (!ip) return false
  if (ip instanceof ipaddr.IPv4) return ip.range() === 'unicast' && !OTHER_V4.some((network) => isIn(ip, network))
  return ip.range() === 'unicast' && isIn(ip, PUBLIC_V6) && !OTHER_V6.some((network) => isIn(ip, network))
}

/**
 * Whether the IP address may be called: it is public, or the operator allowed its network. An IPv4-mapped IPv6 address counts as the
 * IPv4 address.
 */
export function isIpAllowed(text: string, allowance: OutboundAllowance): boolean {
  if (isPublicIp(text)) return true
  const ip = parseIp(text)
  const plain = ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip
  if (!plain) return false
  if (allowance.isLoopbackAllowed && plain.range() === 'loopback') return true
  return allowance.networks.some((network) => isIn(plain, network))
}

/** Why a URL may not be called, before its name is resolved; null if it may be tried. */
export function outboundUrlFault(
  url: string,
  options: { readonly isProduction: boolean; readonly allowance: OutboundAllowance },
): string | null {
  const parsed = URL.parse(url)
  if (!parsed) return 'The URL is not valid.'
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return 'The URL must begin with https.'
  if (parsed.username !== '' || parsed.password !== '') return 'The URL must not carry a user name or password.'
  const host = hostOf(parsed)
  const isAllowedHost = options.allowance.hosts.includes(host)
  if (parsed.protocol === 'http:' && options.isProduction && !isAllowedHost && !isAllowedInternal(host, options.allowance))
    return 'The URL must begin with https.'
  if (isAllowedHost) return null
  const isLiteral = ipaddr.isValid(host)
  if (isLiteral ? isIpAllowed(host, options.allowance) : !isLoopbackName(host) || options.allowance.isLoopbackAllowed) return null
  return 'The address of the URL is not public.'
}

/** The host of a URL for comparison: lower case, without brackets and trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isAllowedInternal(host: string, allowance: OutboundAllowance): boolean {
  return ipaddr.isValid(host) ? !isPublicIp(host) && isIpAllowed(host, allowance) : isLoopbackName(host) && allowance.isLoopbackAllowed
}

/** Whether the host name, in lower case, means this machine. */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.includes('%')) return null
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
}

function isIn(ip: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [base, bits]: Network = ipaddr.parseCIDR(network)
  if (ip.kind() !== base.kind()) return false
  return ip instanceof ipaddr.IPv4 ? ip.match(base as ipaddr.IPv4, bits) : ip.match(base as ipaddr.IPv6, bits)
}
