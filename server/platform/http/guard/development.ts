import type { Settings } from '../../config.ts'
import { isLoopback } from '../../request/network.ts'
import type { RequestInfo } from '../../request/request.ts'

const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'cf-connecting-ip']

function isLoopbackHost(host: string): boolean {
  return /^localhost$|\.localhost$/i.test(host) || isLoopback(host.replace(/^\[|\]$/g, ''))
}

/** Whether the request comes from this machine without a proxy. */
export function isFromThisMachine({ headers, ipAddress }: Pick<RequestInfo, 'headers' | 'ipAddress'>): boolean {
  return isLoopback(ipAddress) && !FORWARDING.some((name) => headers[name] !== undefined)
}

/**
 * Whether the development pages (`/dev/…`: the inbox, the component samples) answer this request: outside production, without a
 * mail server, with `BASE_URL` and the `Host` header on this machine, for a request from this machine without a proxy.
 */
export function isDevelopmentOpen(settings: Pick<Settings, 'isProduction' | 'SMTP_URL' | 'BASE_URL'>, request: RequestInfo): boolean {
  if (settings.isProduction || settings.SMTP_URL !== undefined) return false
  const host = URL.parse(`http://${request.headers['host'] ?? ''}`)?.hostname ?? ''
  const base = URL.parse(settings.BASE_URL)?.hostname ?? ''
  return isLoopbackHost(base) && isLoopbackHost(host) && isFromThisMachine(request)
}
