import type { RequestInfo } from '#platform/http/request.ts'
import { type CookieGround, tokenOfCookies } from './cookies.ts'
import { isSessionToken } from './model.ts'

/** The session token that a request came with, and how. */
export interface Credential {
  readonly token: string
  readonly via: 'cookie' | 'bearer'
}

const BEARER = /^bearer(?:\s+(.*))?$/is

/**
 * What a request offers as its session. A bearer token wins over a cookie even when it is none of ours: a request that
 * brings one is never taken for the browser's own.
 */
export function credentialOf(request: Pick<RequestInfo, 'headers' | 'cookies'>, ground: CookieGround): Credential | undefined {
  const bearer = BEARER.exec(request.headers['authorization']?.trim() ?? '')
  if (bearer) {
    const token = bearer[1]?.trim() ?? ''
    return isSessionToken(token) ? { token, via: 'bearer' } : undefined
  }
  const token = tokenOfCookies(request.cookies, ground)
  return token === undefined ? undefined : { token, via: 'cookie' }
}
