// Resolves host names without the system's resolver, which has two threads for all look-ups of a process: two hosts whose name server does
// not answer would hold up every other call for half a minute.
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'
import { isLoopbackName } from './ip-addresses.ts'

/** An IP address of a host; the family is 4 or 6. */
export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** Resolves a host name to all its IP addresses. Rejects with a code: `ENOTFOUND` if there is none, `EAI_AGAIN` if that is unknown. */
export type Resolve = (host: string) => Promise<readonly HostAddress[]>

/** The options of a resolver; by default those of the system. */
export interface ResolverOptions {
  /** IP addresses of name servers, with a port. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
}

/** A name server is asked again after this long, once. */
const TIMEOUT_MS = 1500
/** The longest look-up. */
const LIMIT_MS = 5000
/** Once the addresses of one family are known, those of the other are awaited this much longer. */
const OTHER_FAMILY_MS = 300
const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
/** The codes of c-ares for a name that does not exist, or has no address of the family. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Look-ups that do not hold up one another: the hosts file first, as the system does, then the system's name servers. */
export function createResolve({ servers, hostsFile = HOSTS_FILE }: ResolverOptions = {}): Resolve {
  return async (host) => {
    const listed = addressesInHosts(await readFile(hostsFile, 'utf8').catch(() => ''), host)
    if (listed.length) return listed
    // RFC 6761: these names never leave the machine.
    if (isLoopbackName(host)) return ['127.0.0.1', '::1'].map(hostAddress)
    // One for each look-up: it reads the system's configuration, and is cancelled alone.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
    if (servers) resolver.setServers(servers)
    return resolveBoth(resolver, host)
  }
}

async function resolveBoth(resolver: Resolver, host: string): Promise<readonly HostAddress[]> {
  const found: HostAddress[] = []
  const codes: string[] = []
  let timer = setTimeout(() => resolver.cancel(), LIMIT_MS)
  const collect = async (addresses: Promise<string[]>): Promise<void> => {
    try {
      found.push(...(await addresses).map(hostAddress))
      clearTimeout(timer)
      timer = setTimeout(() => resolver.cancel(), OTHER_FAMILY_MS)
    } catch (error) {
      codes.push(typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '')
    }
  }
  await Promise.all([collect(resolver.resolve4(host)), collect(resolver.resolve6(host))])
  clearTimeout(timer)
  if (found.length) return found
  const code = codes.every((each) => NONE.has(each)) ? 'ENOTFOUND' : 'EAI_AGAIN'
  throw Object.assign(new Error(`The name servers know no address of ${host}.`), { code, causes: codes })
}

/** The IP addresses that the text of a hosts file lists for a host, whose name is in lower case. */
export function addressesInHosts(text: string, host: string): HostAddress[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return ipaddr.isValid(address) && names.some((name) => name.toLowerCase() === host) ? [hostAddress(address)] : []
  })
}

function hostAddress(address: string): HostAddress {
  return { address, family: address.includes(':') ? 6 : 4 }
}
