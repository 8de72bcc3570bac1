import { randomText } from '#kernel/token.ts'
import type { Settings } from '#platform/config.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import type { NamedCookie, RequestInfo } from '#platform/http/request.ts'
import { DEVICE_TOKEN_LENGTH, KNOWN_FOR_SECONDS } from './model.ts'

/** What naming and signing the cookie takes: a part of the platform. */
export interface DeviceGround {
  readonly settings: Pick<Settings, 'COOKIE_PREFIX' | 'hasSecureCookies'>
  readonly secrets: Pick<Secrets, 'signCookie' | 'isCookieSigned'>
}

/** The token of a browser, and the cookie to send where it has none yet. */
export interface Recognition {
  readonly token: string
  readonly cookies: readonly NamedCookie[]
}

function nameOf({ settings }: DeviceGround): string {
  return `${settings.hasSecureCookies ? '__Secure-' : ''}${settings.COOKIE_PREFIX}.device`
}

/** The token by which a browser says that it is known, when its signature is ours. */
export function deviceTokenOf(request: Pick<RequestInfo, 'cookies'>, ground: DeviceGround): string | undefined {
  const value = request.cookies.get(nameOf(ground)) ?? ''
  const [token = '', signature = ''] = value.split('.')
  return token.length === DEVICE_TOKEN_LENGTH && ground.secrets.isCookieSigned(token, signature) ? token : undefined
}

/** The browser's token, or a new one with its cookie. */
export function recognize(request: Pick<RequestInfo, 'cookies'>, ground: DeviceGround): Recognition {
  const known = deviceTokenOf(request, ground)
  if (known !== undefined) return { token: known, cookies: [] }
  const token = randomText(DEVICE_TOKEN_LENGTH)
  const value = encodeURIComponent(`${token}.${ground.secrets.signCookie(token)}`)
  const attributes = { maxAgeSeconds: KNOWN_FOR_SECONDS, secure: ground.settings.hasSecureCookies }
  return { token, cookies: [{ name: nameOf(ground), value, attributes }] }
}
