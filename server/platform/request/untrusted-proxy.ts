import type { Settings } from '../config.ts'
import type { Log } from '../log.ts'

type ProxySettings = Pick<Settings, 'TRUST_PROXY'>

/** The settings under which this process has received `X-Forwarded-For` although they name no proxy. */
const noted = new WeakSet<ProxySettings>()

/** The warning of the log and of `doctor`. */
export const UNTRUSTED_PROXY =
  'Requests arrive with X-Forwarded-For, but TRUST_PROXY names no proxy: if one is in front, all visitors share its IP address and request limits.'

/** Whether a request names a client that no trusted proxy vouches for: behind a proxy all clients have its IP address then. */
export function isForwardedByUntrusted({ TRUST_PROXY }: ProxySettings, forwardedFor: string | undefined): boolean {
  return forwardedFor !== undefined && TRUST_PROXY.hops === 0 && TRUST_PROXY.networks.length === 0
}

/** Logs once that a proxy seems to be in front which no setting names. */
export function noteForwardedRequest(settings: ProxySettings, forwardedFor: string | undefined, log: Pick<Log, 'warn'>): void {
  if (!isForwardedByUntrusted(settings, forwardedFor) || noted.has(settings)) return
  noted.add(settings)
  log.warn(UNTRUSTED_PROXY, { TRUST_PROXY: 'nothing' })
}

/** Whether such a request has arrived in this process. */
export function hasUntrustedProxy(settings: ProxySettings): boolean {
  return noted.has(settings)
}
