import ipaddr from 'ipaddr.js'
import { faultOfPermissions, isRoleName, type Roles } from '#kernel/access.ts'

/** What became of reading a setting's text: its value, or what is wrong with it as the end of a sentence. */
export type Read<T> = { readonly value: T } | { readonly fault: string }

/** A type of setting: how it is named in the documents and how its text is read. */
export interface Kind<T> {
  readonly name: string
  read(text: string): Read<T>
}

/** Which proxies may name the client: so many hops, or those in the networks (CIDR). */
export interface TrustedProxies {
  readonly hops: number
  readonly networks: readonly string[]
}

function integer(min: number, max: number): Kind<number> {
  return {
    name: `whole number from ${min} to ${max}`,
    read: (text) => {
      const value = Number(text)
      return /^-?\d+$/.test(text) && value >= min && value <= max ? { value } : { fault: `must be a whole number from ${min} to ${max}` }
    },
  }
}

function addressOf(protocols: readonly string[], text: string): URL | undefined {
  const url = URL.parse(text)
  return url && protocols.includes(url.protocol) && url.hostname ? url : undefined
}

const text: Kind<string> = { name: 'text', read: (given) => ({ value: given }) }

const LOOPBACK = ['127.0.0.0/8', '::1/128']

function readTrustProxy(given: string): Read<TrustedProxies> {
  if (/^\d{1,2}$/.test(given)) return { value: { hops: Number(given), networks: [] } }
  const networks = partsOf(given).flatMap((part) =>
    part === 'loopback' ? LOOPBACK : [part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`],
  )
  const wrong = networks.find((network) => !ipaddr.isValidCIDR(network))
  return wrong === undefined ? { value: { hops: 0, networks } } : { fault: 'must be `loopback`, a number of hops or a list of networks' }
}

const OUTBOUND_FAULT =
  'must be `none`, or hosts, addresses, networks (CIDR) and `loopback`, separated by commas, without schemes, ports and wildcards'
const HOST_LENGTH = 253
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i

function readOutboundAllow(given: string): Read<readonly string[]> {
  const entries = partsOf(given)
  const isAlone = entries.length === 1 && entries[0]?.toLowerCase() === 'none'
  return isAlone || (entries.length > 0 && entries.every(isOutboundEntry)) ? { value: entries } : { fault: OUTBOUND_FAULT }
}

function isOutboundEntry(entry: string): boolean {
  // A zone (fe80::1%eth0) belongs to one machine's interfaces; short forms (10.1) are read differently everywhere.
  if (entry.includes('/')) return ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || (ipaddr.IPv6.isValidCIDR(entry) && !entry.includes('%'))
  if (ipaddr.IPv4.isValidFourPartDecimal(entry) || (ipaddr.IPv6.isValid(entry) && !entry.includes('%'))) return true
  const labels = entry.split('.')
  // `none` allows nothing, so it stands alone; a name that ends in a number is an address with a slip in it.
  const isName = entry.toLowerCase() !== 'none' && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName && entry.length <= HOST_LENGTH && labels.every((label) => LABEL.test(label))
}

function partsOf(given: string): string[] {
  return given
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function readRoles(given: string): Read<Roles> {
  let value: unknown
  try {
    value = JSON.parse(given)
  } catch {
    return { fault: 'must be JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'must be an object of roles and their permissions' }
  for (const [name, permissions] of Object.entries(value)) {
    if (!isRoleName(name))
      return { fault: `names a role ${JSON.stringify(name)}: lower-case letters, digits, - and _, and none that is built in` }
    const fault = faultOfPermissions(permissions)
    if (fault !== undefined) return { fault: `has the role ${name}, which ${fault}` }
  }
  return { value: value as Roles }
}

/** The types a setting may have. */
export const kinds = {
  text,
  optionalText: text as Kind<string | undefined>,
  integer,
  optionalInteger: (min: number, max: number) => integer(min, max) as Kind<number | undefined>,
  flag: {
    name: '`true` or `false`',
    read: (given) => {
      const known = { true: true, '1': true, false: false, '0': false }[given.toLowerCase()]
      return known === undefined ? { fault: 'must be true or false' } : { value: known }
    },
  } satisfies Kind<boolean> as Kind<boolean>,
  list: {
    name: 'list, separated by commas',
    read: (given) => ({ value: partsOf(given) }),
  } satisfies Kind<readonly string[]> as Kind<readonly string[]>,
  oneOf: <const T extends string>(allowed: readonly T[]): Kind<T> => ({
    name: allowed.map((word) => `\`${word}\``).join(', '),
    read: (given) => {
      const value = allowed.find((word) => word === given)
      return value === undefined ? { fault: `must be one of ${allowed.join(', ')}` } : { value }
    },
  }),
  origin: {
    name: 'http(s) address',
    read: (given) => {
      const url = addressOf(['http:', 'https:'], given)
      const isBare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password && !/[?#@]/.test(given)
      return url && isBare ? { value: url.origin } : { fault: 'must be an absolute http(s) address without path, query and user-info' }
    },
  } satisfies Kind<string> as Kind<string>,
  databaseUrl: {
    name: 'postgres address',
    read: (given) =>
      addressOf(['postgres:', 'postgresql:'], given)
        ? { value: given }
        : { fault: 'must look like postgres://user:password@host:5432/name' },
  } satisfies Kind<string | undefined> as Kind<string | undefined>,
  smtpUrl: {
    name: 'smtp address',
    read: (given) => (addressOf(['smtp:', 'smtps:'], given) ? { value: given } : { fault: 'must look like smtp://user:password@host:587' }),
  } satisfies Kind<string | undefined> as Kind<string | undefined>,
  trustProxy: {
    name: '`loopback`, a number of hops, or networks',
    read: readTrustProxy,
  } satisfies Kind<TrustedProxies> as Kind<TrustedProxies>,
  outboundAllow: {
    name: '`none`, or hosts, addresses, networks and `loopback`',
    read: readOutboundAllow,
  } satisfies Kind<readonly string[]> as Kind<readonly string[]>,
  roles: {
    name: 'JSON: roles and their permissions',
    read: readRoles,
  } satisfies Kind<Roles> as Kind<Roles>,
  cookiePrefix: {
    name: 'letters, digits, `-`, `_`, `.`',
    read: (given) =>
      /^[A-Za-z0-9._-]{1,64}$/.test(given) ? { value: given } : { fault: 'may hold letters, digits, `-`, `_` and `.` only' },
  } satisfies Kind<string> as Kind<string>,
} as const
