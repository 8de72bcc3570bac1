import type { Platform } from '../platform.ts'
import type { Outbound, OutboundRequest, OutboundResult } from './outbound.ts'
import { createOutbound } from './outbound-calls.ts'

/** The dependencies of a request to a provider. */
export type ProviderCallDeps = Pick<Platform, 'outbound' | 'settings'>

/** Sends a request to the API of a provider: directly, or through SOCIAL_ENDPOINT_PROXY. The URL is that of the provider in both cases. */
export function sendToProvider(platform: ProviderCallDeps, request: OutboundRequest): Promise<OutboundResult> {
  const proxy = platform.settings.SOCIAL_ENDPOINT_PROXY
  if (proxy === undefined) return platform.outbound.send(request)
  const { host, pathname, search } = new URL(request.url)
  return outboundTo(proxy).send({ ...request, url: `${proxy}/${host}${pathname}${search}` })
}

const proxies = new Map<string, Outbound>()

// The proxy of the settings may have any IP address. The permission covers the proxy only.
function outboundTo(proxy: string): Outbound {
  const known = proxies.get(proxy)
  if (known) return known
  const host = new URL(proxy).hostname.replace(/^\[|\]$/g, '')
  const created = createOutbound({ allow: host === 'localhost' ? ['localhost', 'loopback'] : [host], isProduction: false })
  proxies.set(proxy, created)
  return created
}
