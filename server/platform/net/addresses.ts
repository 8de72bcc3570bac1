// Which addresses the server may call on somebody's behalf. Pure: what a name resolves to is asked elsewhere.
import ipaddr from 'ipaddr.js'

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** What may be reached besides public addresses: host names (lower case), networks in CIDR form, or loopback. */
export interface OutboundAllowance {
  readonly hosts: readonly string[]
  readonly networks: readonly string[]
  readonly isLoopbackAllowed: boolean
}

/** Nothing besides public addresses. */
export const nothingAllowed: OutboundAllowance = { hosts: [], networks: [], isLoopbackAllowed: false }

// What ipaddr.js still calls unicast, though nobody in the public internet is there: protocol assignments, the documentation of
// IPv6, the local forms of translation, and addresses that were never given out.
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

/** Whether the text is an address that anybody may be sent to: global unicast, and no form that hides another address. */
export function isPublicAddress(text: string): boolean {
  const address = addressOf(text)
  if (!address) return false
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !OTHER_V4.some((network) => isIn(address, network))
  return address.range() === 'unicast' && isIn(address, PUBLIC_V6) && !OTHER_V6.some((network) => isIn(address, network))
}

/** Whether the address may be called: it is public, or the operator allowed its network. An IPv4 address written as IPv6 is judged as itself. */
export function isAddressAllowed(text: string, allowance: OutboundAllowance): boolean {
  if (isPublicAddress(text)) return true
  const address = addressOf(text)
  const plain = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
  if (!plain) return false
  if (allowance.isLoopbackAllowed && plain.range() === 'loopback') return true
  return allowance.networks.some((network) => isIn(plain, network))
}

/** Why a URL may not be called, before its name is resolved; null when it may be tried. */
export function outboundUrlFault(
  url: string,
  options: { readonly isProduction: boolean; readonly allowance: OutboundAllowance },
): string | null {
  const parsed = URL.parse(url)
  if (!parsed) return 'The URL is not valid.'
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return 'The URL must begin with https.'
  if (parsed.username !== '' || parsed.password !== '') return 'The URL must not carry a user name or password.'
  const host = hostOf(parsed)
  const isNamed = options.allowance.hosts.includes(host)
  if (parsed.protocol === 'http:' && options.isProduction && !isNamed && !isInside(host, options.allowance))
    return 'The URL must begin with https.'
  if (isNamed) return null
  const isLiteral = ipaddr.isValid(host)
  if (isLiteral ? isAddressAllowed(host, options.allowance) : !isLoopbackName(host) || options.allowance.isLoopbackAllowed) return null
  return 'The address of the URL is not public.'
}

/** The host of a URL as it is compared: lower case, without brackets and a closing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isInside(host: string, allowance: OutboundAllowance): boolean {
  return ipaddr.isValid(host)
    ? !isPublicAddress(host) && isAddressAllowed(host, allowance)
    : isLoopbackName(host) && allowance.isLoopbackAllowed
}

function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function addressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.includes('%')) return null
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [base, bits]: Network = ipaddr.parseCIDR(network)
  if (address.kind() !== base.kind()) return false
  return address instanceof ipaddr.IPv4 ? address.match(base as ipaddr.IPv4, bits) : address.match(base as ipaddr.IPv6, bits)
}
