import { randomText } from '#contract/token.ts'
import type { Settings } from '#platform/config.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import type { NamedCookie } from '#platform/request/cookie.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { DEVICE_LIFETIME_SECONDS, DEVICE_TOKEN_LENGTH } from './model.ts'

/** The part of the platform that names and signs the cookie. */
export interface DeviceDeps {
  readonly settings: Pick<Settings, 'COOKIE_PREFIX' | 'hasSecureCookies'>
  readonly secrets: Pick<Secrets, 'signCookie' | 'isCookieSigned'>
}

/** The token of a browser, and the cookie to send to a browser that has none. */
export interface DeviceRecognition {
  readonly token: string
  readonly cookies: readonly NamedCookie[]
}

function nameOf({ settings }: DeviceDeps): string {
  return `${settings.hasSecureCookies ? '__Secure-' : ''}${settings.COOKIE_PREFIX}.device`
}

/** The device token of a browser; undefined when it has none or the signature is invalid. */
export function deviceTokenOf(request: Pick<RequestInfo, 'cookies'>, deps: DeviceDeps): string | undefined {
  const value = request.cookies.get(nameOf(deps)) ?? ''
  const [token = '', signature = ''] = value.split('.')
  return token.length === DEVICE_TOKEN_LENGTH && deps.secrets.isCookieSigned(token, signature) ? token : undefined
}

/** The browser's token, or a new one with its cookie. */
export function recognizeDevice(request: Pick<RequestInfo, 'cookies'>, deps: DeviceDeps): DeviceRecognition {
  const known = deviceTokenOf(request, deps)
  if (known !== undefined) return { token: known, cookies: [] }
  const token = randomText(DEVICE_TOKEN_LENGTH)
  const value = encodeURIComponent(`${token}.${deps.secrets.signCookie(token)}`)
  const attributes = { maxAgeSeconds: DEVICE_LIFETIME_SECONDS, secure: deps.settings.hasSecureCookies }
  return { token, cookies: [{ name: nameOf(deps), value, attributes }] }
}
