import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { chooseLanguage } from '#kernel/language/choose.ts'
import { buyerLanguages, LANGUAGE_COOKIE, offeredLanguages } from '#kernel/language/languages.ts'
import type { Settings } from '../../config.ts'
import type { RequestInfo } from '../../request/request.ts'
import { parseCookies } from '../cookies.ts'
import { clientIpAddress } from '../guard/client-ip-address.ts'
import { bearerToken } from '../recognize.ts'

const USER_AGENT_LENGTH = 500

// Node joins repeated headers, except `Set-Cookie`, which does not belong in a request.
function joinedHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string | undefined>> {
  const repeated = headers['set-cookie']
  if (!repeated) return headers as Readonly<Record<string, string | undefined>>
  return { ...(headers as Readonly<Record<string, string | undefined>>), 'set-cookie': repeated.join(', ') }
}

/** Reads the properties of a request that are known before its body; `id` is the request id. */
export function requestInfoOf(request: IncomingMessage, id: string, settings: Pick<Settings, 'TRUST_PROXY'>): RequestInfo {
  const headers = joinedHeaders(request.headers)
  // A bearer token takes precedence over cookies, even an invalid token over a valid cookie, so cookies are not parsed then.
  const cookies = parseCookies(bearerToken(headers) === undefined ? headers['cookie'] : undefined)
  return {
    id,
    method: request.method ?? 'GET',
    path: request.url?.split('?', 1)[0] ?? '/',
    ipAddress: clientIpAddress(request.socket.remoteAddress, headers['x-forwarded-for'], settings.TRUST_PROXY),
    userAgent: headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
    headers,
    cookies,
    get language() {
      return chooseLanguage({ cookie: cookies.get(LANGUAGE_COOKIE), header: headers['accept-language'] }, offeredLanguages)
    },
    get buyerLanguage() {
      return chooseLanguage({ cookie: cookies.get(LANGUAGE_COOKIE), header: headers['accept-language'] }, buyerLanguages)
    },
  }
}
