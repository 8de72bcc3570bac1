import ipaddr from 'ipaddr.js'
import { findPermissionFault, isRoleName, type Roles } from '#contract/access.ts'

/** The result of parsing a setting: its value, or the fault as the end of a sentence. */
export type ReadResult<T> = { readonly value: T } | { readonly fault: string }

/** A type of setting: its name in the documentation and its parser. */
export interface Kind<T> {
  readonly name: string
  read(text: string): ReadResult<T>
}

/** The trusted proxies: a number of hops, or those in the networks (CIDR). */
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

function parseUrl(protocols: readonly string[], text: string): URL | undefined {
  const url = URL.parse(text)
  return url && protocols.includes(url.protocol) && url.hostname ? url : undefined
}

const text: Kind<string> = { name: 'text', read: (input) => ({ value: input }) }

const LOOPBACK = ['127.0.0.0/8', '::1/128']

function readTrustProxy(input: string): ReadResult<TrustedProxies> {
  if (/^\d{1,2}$/.test(input)) return { value: { hops: Number(input), networks: [] } }
  const networks = partsOf(input).flatMap((part) =>
    part === 'loopback' ? LOOPBACK : [part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`],
  )
  const wrong = networks.find((network) => !ipaddr.isValidCIDR(network))
  return wrong === undefined ? { value: { hops: 0, networks } } : { fault: 'must be `loopback`, a number of hops or a list of networks' }
}

const OUTBOUND_FAULT =
  'must be `none`, or hosts, IP addresses, networks (CIDR) and `loopback`, separated by commas, without schemes, ports and wildcards'
const HOST_LENGTH = 253
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i

function readOutboundAllow(input: string): ReadResult<readonly string[]> {
  const entries = partsOf(input)
  const isAlone = entries.length === 1 && entries[0]?.toLowerCase() === 'none'
  return isAlone || (entries.length > 0 && entries.every(isOutboundEntry)) ? { value: entries } : { fault: OUTBOUND_FAULT }
}

function isOutboundEntry(entry: string): boolean {
  // A zone (fe80::1%eth0) is local to one machine; short forms (10.1) are ambiguous.
  if (entry.includes('/')) return ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || (ipaddr.IPv6.isValidCIDR(entry) && !entry.includes('%'))
  if (ipaddr.IPv4.isValidFourPartDecimal(entry) || (ipaddr.IPv6.isValid(entry) && !entry.includes('%'))) return true
  const labels = entry.split('.')
  // `none` cannot be combined with other entries; a name that ends in a number is a mistyped IP address.
  const isName = entry.toLowerCase() !== 'none' && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName && entry.length <= HOST_LENGTH && labels.every((label) => LABEL.test(label))
}

function partsOf(input: string): string[] {
  return input
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function readRoles(input: string): ReadResult<Roles> {
  let value: unknown
  try {
    value = JSON.parse(input)
  } catch {
    return { fault: 'must be JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'must be an object of roles and their permissions' }
  for (const [name, permissions] of Object.entries(value)) {
    if (!isRoleName(name))
      return { fault: `names a role ${JSON.stringify(name)}: lower-case letters, digits, - and _, and none that is built in` }
    const fault = findPermissionFault(permissions)
    if (fault !== undefined) return { fault: `has the role ${name}, which ${fault}` }
  }
  return { value: value as Roles }
}

/** The types of settings. */
export const kinds = {
  text,
  optionalText: text as Kind<string | undefined>,
  integer,
  optionalInteger: (min: number, max: number) => integer(min, max) as Kind<number | undefined>,
  flag: {
    name: '`true` or `false`',
    read: (input) => {
      const known = { true: true, '1': true, false: false, '0': false }[input.toLowerCase()]
      return known === undefined ? { fault: 'must be true or false' } : { value: known }
    },
  } satisfies Kind<boolean> as Kind<boolean>,
  list: {
    name: 'list, separated by commas',
    read: (input) => ({ value: partsOf(input) }),
  } satisfies Kind<readonly string[]> as Kind<readonly string[]>,
  oneOf: <const T extends string>(allowed: readonly T[]): Kind<T> => ({
    name: allowed.map((value) => `\`${value}\``).join(', '),
    read: (input) => {
      const value = allowed.find((each) => each === input)
      return value === undefined ? { fault: `must be one of ${allowed.join(', ')}` } : { value }
    },
  }),
  origin: {
    name: 'http(s) URL',
    read: (input) => {
      const url = parseUrl(['http:', 'https:'], input)
      const isBare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password && !/[?#@]/.test(input)
      return url && isBare ? { value: url.origin } : { fault: 'must be an absolute http(s) URL without path, query and credentials' }
    },
  } satisfies Kind<string> as Kind<string>,
  optionalWebUrl: {
    name: 'http(s) URL',
    read: (input) => (parseUrl(['http:', 'https:'], input) ? { value: new URL(input).href } : { fault: 'must be an absolute http(s) URL' }),
  } satisfies Kind<string | undefined> as Kind<string | undefined>,
  databaseUrl: {
    name: 'postgres URL',
    read: (input) =>
      parseUrl(['postgres:', 'postgresql:'], input)
        ? { value: input }
        : { fault: 'must look like postgres://user:password@host:5432/name' },
  } satisfies Kind<string | undefined> as Kind<string | undefined>,
  clickHouseUrl: {
    name: 'http(s) URL with a database',
    read: (input) => {
      const url = parseUrl(['http:', 'https:'], input)
      return url && /^\/[A-Za-z_][A-Za-z0-9_]*$/.test(url.pathname) && !url.search && !url.hash
        ? { value: input }
        : { fault: 'must look like https://user:password@host:8443/database' }
    },
  } satisfies Kind<string | undefined> as Kind<string | undefined>,
  smtpUrl: {
    name: 'smtp URL',
    read: (input) => (parseUrl(['smtp:', 'smtps:'], input) ? { value: input } : { fault: 'must look like smtp://user:password@host:587' }),
  } satisfies Kind<string | undefined> as Kind<string | undefined>,
  trustProxy: {
    name: '`loopback`, a number of hops, or networks',
    read: readTrustProxy,
  } satisfies Kind<TrustedProxies> as Kind<TrustedProxies>,
  outboundAllow: {
    name: '`none`, or hosts, IP addresses, networks and `loopback`',
    read: readOutboundAllow,
  } satisfies Kind<readonly string[]> as Kind<readonly string[]>,
  roles: {
    name: 'JSON: roles and their permissions',
    read: readRoles,
  } satisfies Kind<Roles> as Kind<Roles>,
  cookiePrefix: {
    name: 'letters, digits, `-`, `_`, `.`',
    read: (input) =>
      /^[A-Za-z0-9._-]{1,64}$/.test(input) ? { value: input } : { fault: 'may hold letters, digits, `-`, `_` and `.` only' },
  } satisfies Kind<string> as Kind<string>,
} as const
