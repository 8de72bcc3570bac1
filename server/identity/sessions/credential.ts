import type { RequestInfo } from '#platform/request/request.ts'
import { type CookieDeps, tokenOfCookies } from './cookies.ts'
import { isSessionToken } from './model.ts'

/** The session token of a request, and how it was sent. */
export interface Credential {
  readonly token: string
  readonly via: 'cookie' | 'bearer'
}

const BEARER = /^bearer(?:\s+(.*))?$/is

/**
 * The session credential of a request. A bearer token takes precedence over a cookie even when it is not a session token: a request
 * with a bearer token never acts as the browser's session.
 */
export function credentialOf(request: Pick<RequestInfo, 'headers' | 'cookies'>, deps: CookieDeps): Credential | undefined {
  const bearer = BEARER.exec(request.headers['authorization']?.trim() ?? '')
  if (bearer) {
    const token = bearer[1]?.trim() ?? ''
    return isSessionToken(token) ? { token, via: 'bearer' } : undefined
  }
  const token = tokenOfCookies(request.cookies, deps)
  return token === undefined ? undefined : { token, via: 'cookie' }
}
